import type { RunProgress } from '../../store/store.js';
import type { WarningTally } from '../report/warnings.js';

/** The part of a run that is shown while it is running. */
export interface IngestProgress extends RunProgress {
  readonly phase: 'reading' | 'applying';
  readonly rowsPerSecond: number;
  /** Remaining time of the phase; null if unknown. */
  readonly secondsLeft: number | null;
  /** Share of the phase, 0 to 1; null if the total is unknown. */
  readonly share: number | null;
}

const REPORT_EVERY_MS = 1_000;

interface MeterOptions {
  readonly clock: () => number;
  readonly totalBytes: number | null;
  readonly warnings: WarningTally;
  /** Called about once a second during progress. */
  readonly report: (progress: IngestProgress) => void;
}

/** Counts and reports what was read. Uses the given clock; there is no timer. */
export class Meter {
  readonly #options: MeterOptions;
  readonly #startedAt: number;
  #reportedAt: number;
  #rows = 0;
  #bytes = 0;

  constructor(options: MeterOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
    this.#reportedAt = this.#startedAt;
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  addRows(rows: number): void {
    this.#rows += rows;
    this.#reportSometimes();
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#reportSometimes();
  }

  progress(): IngestProgress {
    const { totalBytes } = this.#options;
    return this.#measure(
      'reading',
      totalBytes ? Math.min(1, this.#bytes / totalBytes) : null,
      this.#startedAt,
    );
  }

  /** For pass 2, which has a clock of its own. */
  applying(total: number): (applied: number) => void {
    const startedAt = this.#options.clock();
    return (applied) => {
      const share = total > 0 ? Math.min(1, applied / total) : 1;
      this.#options.report(this.#measure('applying', share, startedAt));
    };
  }

  #reportSometimes(): void {
    const now = this.#options.clock();
    if (now - this.#reportedAt < REPORT_EVERY_MS) return;
    this.#reportedAt = now;
    this.#options.report(this.progress());
  }

  #measure(phase: IngestProgress['phase'], share: number | null, phaseStartedAt: number): IngestProgress {
    const now = this.#options.clock();
    const seconds = (now - this.#startedAt) / 1000;
    return {
      phase,
      rows: this.#rows,
      bytes: this.#bytes,
      totalBytes: this.#options.totalBytes,
      warnings: this.#options.warnings.total,
      rowsPerSecond: seconds > 0 ? Math.round(this.#rows / seconds) : 0,
      secondsLeft: secondsLeft(share, (now - phaseStartedAt) / 1000),
      share,
    };
  }
}

function secondsLeft(share: number | null, seconds: number): number | null {
  if (share === null || share === 0) return null;
  return Math.round((seconds * (1 - share)) / share);
}
