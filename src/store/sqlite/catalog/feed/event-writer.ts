import type { ChangeKind, RecordType } from '../../../../contract/vocabulary.js';
import { allFields, changedFields } from '../../../../domain/records/field-changes.js';
import type { Sqlite } from '../../file/driver.js';

/** The record of an event. */
interface EventSubject {
  readonly type: RecordType;
  readonly id: string;
  readonly state?: string | null | undefined;
  readonly cik?: number;
  readonly form?: string;
}

export interface EventOrigin {
  readonly source: string | null;
  readonly run: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Writes events of one run into the transaction that is open. The first load of a source writes none of its records. */
export class EventWriter {
  readonly #insert;
  readonly #origin: EventOrigin;
  readonly silent: boolean;

  constructor(catalog: Sqlite, origin: EventOrigin, silent = false) {
    this.#insert = catalog.prepare(
      `INSERT INTO events (kind, type, id, source, state, cik, form, run, at, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#origin = origin;
    this.silent = silent;
  }

  /** `fields`: of the new record. */
  created(subject: EventSubject, fields: object): void {
    if (!this.silent) this.write('created', subject, fields);
  }

  gone(subject: EventSubject): void {
    if (!this.silent) this.write('gone', subject, []);
  }

  /** All fields, so that a reader who dropped the record when it was gone has it again. */
  restored(subject: EventSubject, before: object, after: object): void {
    if (!this.silent) this.write('restored', subject, allFields(before, after));
  }

  /** Nothing if the shown fields are equal. */
  changed(subject: EventSubject, before: object, after: object): void {
    if (this.silent) return;
    const changes = changedFields(before, after);
    if (changes.length > 0) this.write('changed', subject, changes);
  }

  write(kind: ChangeKind, { type, id, state, cik, form }: EventSubject, content: object): void {
    const { source, run, at } = this.#origin;
    this.#insert.run(
      kind,
      type,
      id,
      source,
      state ?? null,
      cik ?? null,
      form ?? null,
      run,
      at,
      JSON.stringify(content),
    );
  }
}
