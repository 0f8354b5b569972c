/** Seconds; most answers from memory take less than a millisecond, a portal takes seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly operation: string;
  readonly status: number;
  /** Answers that took at most so long and longer than the bucket before; the last is everything beyond. */
  readonly counts: number[];
  seconds: number;
}

/** A sample of the exposition format. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * Times of answers by operation and status: a few additions for each, the histogram is written when it is asked for.
 * prom-client's own histogram hashes its labels every time, 1.3 µs of an answer.
 */
export class Latencies {
  readonly #series = new Map<string, Map<number, Series>>();

  observe(operation: string, status: number, seconds: number): void {
    const series = this.#find(operation, status);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  samples(name: string): Sample[] {
    return [...this.#series.values()].flatMap((byStatus) =>
      [...byStatus.values()].flatMap((series) => samplesOf(name, series)),
    );
  }

  #find(operation: string, status: number): Series {
    let byStatus = this.#series.get(operation);
    if (!byStatus) {
      byStatus = new Map();
      this.#series.set(operation, byStatus);
    }
    let series = byStatus.get(status);
    if (!series) {
      series = { operation, status, counts: [...BUCKETS.map(() => 0), 0], seconds: 0 };
      byStatus.set(status, series);
    }
    return series;
  }
}

function samplesOf(name: string, { operation, status, counts, seconds }: Series): Sample[] {
  const labels = { operation, status };
  let count = 0;
  const buckets = counts.map((more, index) => {
    count += more;
    return {
      metricName: `${name}_bucket`,
      labels: { le: BUCKETS[index] ?? '+Inf', ...labels },
      value: count,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
