import type { RunWarning } from '../../store/store.js';

const MAX_DISTINCT = 100;
const MAX_SAMPLES = 3;

/** Codes of rows that could not be read. */
const REJECTED: ReadonlySet<string> = new Set([
  'rejected_row',
  'row_shape',
  'blank_key',
  'bad_filing',
  'unknown_list_row',
]);

/** The warnings of a run, counted by code and detail; after a hundred distinct ones only by code. */
export class WarningTally {
  readonly #entries = new Map<string, { code: string; detail: string; count: number; samples: string[] }>();
  #total = 0;
  #rejected = 0;

  get total(): number {
    return this.#total;
  }

  /** Number of rows that could not be read. */
  get rejected(): number {
    return this.#rejected;
  }

  /** `sample` contains positions; the first three are kept. */
  add(code: string, detail: string, sample?: string, count = 1): void {
    this.#total += count;
    if (REJECTED.has(code)) this.#rejected += count;
    const entry = this.#entryOf(code, detail);
    entry.count += count;
    if (sample !== undefined && entry.samples.length < MAX_SAMPLES) entry.samples.push(sample);
  }

  list(): RunWarning[] {
    return [...this.#entries.values()].map(({ code, detail, count, samples }) => ({
      code,
      detail: samples.length > 0 ? `${detail} (${samples.join(', ')})` : detail,
      count,
    }));
  }

  #entryOf(code: string, detail: string) {
    const known = this.#entries.get(`${code}\n${detail}`);
    if (known) return known;
    const isFull = this.#entries.size >= MAX_DISTINCT;
    const shown = isFull ? 'others' : detail;
    const key = `${code}\n${shown}`;
    const entry = this.#entries.get(key) ?? { code, detail: shown, count: 0, samples: [] };
    this.#entries.set(key, entry);
    return entry;
  }
}
