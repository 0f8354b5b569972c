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

/** Writes events of one run in the open transaction. The first load of a source writes no events for its records. */
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

  /** Contains all fields, for readers that deleted the record when it was gone. */
  restored(subject: EventSubject, before: object, after: object): void {
    if (!this.silent) this.write('restored', subject, allFields(before, after));
  }

  /** Writes nothing if the shown fields are equal. */
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
