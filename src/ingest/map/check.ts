import type { EntityDraft } from '../../domain/entity.js';
import type { Expectation } from '../../sources/declare/index.js';
import type { RunWarning } from '../../store/store.js';

/** The run's input is not what the source declares; nothing is changed. The message is one sentence. */
class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** Max. share of the last file's, or the stored, records that a complete file may lack. */
const MAX_LOST = 0.2;
const FEWEST_REJECTED = 10;
const MAX_REJECTED = 0.001;

interface Completeness {
  readonly records: number;
  /** `expect.min` of the source. */
  readonly min: number;
  /** Number of records of the last complete run; null if there was none. */
  readonly lastComplete: number | null;
  /** Number of stored live records that are missing in the input. */
  readonly missing: number;
}

/**
 * Returns why the input is not considered complete, or null if it is. A file that lost more than a fifth was
 * truncated, or its publisher changed the keys; nothing is marked as gone then. Growth is allowed.
 */
export function whyIncomplete({ records, min, lastComplete, missing }: Completeness): string | null {
  if (records < min) return `${count(records)} records; a complete file has at least ${count(min)}`;
  if (lastComplete !== null && records < lastComplete * (1 - MAX_LOST)) {
    return `${count(records)} records; the last complete file had ${count(lastComplete)}`;
  }
  if (missing > (records + missing) * MAX_LOST) {
    return `${count(missing)} of the stored records are not among the ${count(records)} read`;
  }
  return null;
}

export function checkRejected(rejected: number, rows: number): void {
  if (rejected <= Math.max(FEWEST_REJECTED, rows * MAX_REJECTED)) return;
  throw new CheckFailed(`${count(rejected)} of ${count(rows)} rows could not be read as records.`);
}

/** Reports the first warning, because it may explain what the files contain instead. */
export function checkNotEmpty(records: number, [warning]: readonly RunWarning[]): void {
  if (records > 0) return;
  const noticed = warning ? ` Noticed: ${warning.code}: ${warning.detail}` : '';
  throw new CheckFailed(`The files contain no records of this source.${noticed}`);
}

/** Number of bits available next to a row's fingerprint, after the two of the status. */
const MAX_FIELDS = 26;
const STATUS = 1 << 26;
const UNKNOWN_ACTIVITY = 1 << 27;

/** Counts the records in which each field of `expect.filled` is filled, and those with an unknown status. */
export class FillCount {
  readonly #min: readonly [field: string, share: number][];
  readonly #filled: number[];
  #records = 0;
  #statuses = 0;
  #unknownActivities = 0;

  constructor({ filled }: Expectation) {
    this.#min = Object.entries(filled ?? {});
    if (this.#min.length > MAX_FIELDS) throw new RangeError(`At most ${MAX_FIELDS} fields can be counted.`);
    this.#filled = this.#min.map(() => 0);
  }

  /** The filled fields of the record as a bit mask, for `add`. */
  fieldsOf(draft: EntityDraft): number {
    let filled = draft.status === undefined ? 0 : STATUS;
    if (draft.status !== undefined && draft.activity === undefined) filled |= UNKNOWN_ACTIVITY;
    this.#min.forEach(([field], place) => {
      if (isFilled(filledBy(draft, field))) filled |= 1 << place;
    });
    return filled;
  }

  add(filled: number): void {
    this.#records += 1;
    if ((filled & STATUS) !== 0) this.#statuses += 1;
    if ((filled & UNKNOWN_ACTIVITY) !== 0) this.#unknownActivities += 1;
    for (let place = 0; place < this.#filled.length; place += 1) {
      if ((filled & (1 << place)) !== 0) this.#filled[place] = (this.#filled[place] ?? 0) + 1;
    }
  }

  /** One sentence with the number of records with an unknown status; null if none. */
  unknownActivities(): string | null {
    if (this.#unknownActivities === 0) return null;
    return `Status given, activity unknown: ${count(this.#unknownActivities)} of ${count(this.#statuses)} records. Filters by status do not find them.`;
  }

  /** Throws CheckFailed for the first field that is filled too rarely. */
  check(): void {
    this.#min.forEach(([field, min], place) => {
      const share = (this.#filled[place] ?? 0) / this.#records;
      if (share >= min) return;
      throw new CheckFailed(
        `${field} is filled in ${percent(share)} of ${count(this.#records)} records; at least ${percent(min)} is expected.`,
      );
    });
  }
}

/** A foreign body's only date in a register is not that of its formation. */
function filledBy(draft: EntityDraft, field: string): unknown {
  return (
    draft[field as keyof EntityDraft] ?? (field === 'formedDate' ? draft.registeredInStateDate : undefined)
  );
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
