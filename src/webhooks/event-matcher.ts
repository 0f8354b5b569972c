import type { FieldChange } from '../domain/records/field-changes.js';
import { canonicalForm, formsMeant } from '../domain/sec/forms.js';
import type { ChangeEvent, ChangeFilter, ListMember, WatchReader } from '../store/store.js';

/**
 * Which of many watches an event is for. Those of one id, filer or list are found by it; the others are asked one by one. `members`: the
 * lists of the watches that have one of the events' records.
 */
export class EventMatcher {
  readonly #byId: ReadonlyMap<string, readonly WatchReader[]>;
  readonly #byCik: ReadonlyMap<number, readonly WatchReader[]>;
  readonly #others: readonly WatchReader[];
  /** Watches store forms as they were given; each finds all its spellings and its amendments. */
  readonly #filters: ReadonlyMap<WatchReader, ChangeFilter>;

  constructor(readers: readonly WatchReader[], members: readonly ListMember[] = []) {
    const byId = new Map<string, WatchReader[]>();
    const byCik = new Map<number, WatchReader[]>();
    const others: WatchReader[] = [];
    const entitiesOf = new Map<string, string[]>();
    for (const { list, entity } of members) add(entitiesOf, list, entity);
    for (const reader of readers) {
      const { id, list, cik } = reader.filter;
      if (list !== undefined) for (const entity of entitiesOf.get(list) ?? []) add(byId, entity, reader);
      else if (id !== undefined) add(byId, id, reader);
      else if (cik !== undefined) add(byCik, cik, reader);
      else others.push(reader);
    }
    this.#byId = byId;
    this.#byCik = byCik;
    this.#others = others;
    this.#filters = new Map(readers.map((reader) => [reader, withForms(reader.filter)]));
  }

  /** The watches that have not received it before. */
  watchesOf(event: ChangeEvent): readonly WatchReader[] {
    const candidates = [
      ...(this.#byId.get(event.id) ?? []),
      ...(event.cik === null ? [] : (this.#byCik.get(event.cik) ?? [])),
      ...this.#others,
    ];
    return candidates.filter(
      (reader) => reader.position < event.seq && matches(this.#filters.get(reader) ?? {}, event),
    );
  }
}

function withForms(filter: ChangeFilter): ChangeFilter {
  return filter.forms ? { ...filter, forms: filter.forms.flatMap(formsMeant) } : filter;
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** As `ChangeFeed.changesAfter` reads a filter. */
export function matches(filter: ChangeFilter, event: ChangeEvent): boolean {
  const { since, id, cik, sources, states, kinds, recordTypes, forms, fields } = filter;
  return (
    (since === undefined || since <= event.seenAt) &&
    (id === undefined || id === event.id) &&
    (cik === undefined || cik === event.cik) &&
    isAmong(event.source, sources) &&
    isAmong(event.state, states) &&
    isAmong(event.kind, kinds) &&
    isAmong(event.recordType, recordTypes) &&
    (forms === undefined || (event.form !== null && forms.includes(canonicalForm(event.form)))) &&
    (fields === undefined || namesField(event, fields))
  );
}

function isAmong(value: string | null, values: readonly string[] | undefined): boolean {
  return values === undefined || (value !== null && values.includes(value));
}

function namesField({ kind, changes }: ChangeEvent, fields: readonly string[]): boolean {
  if (kind !== 'changed' && kind !== 'link_changed') return true;
  return (JSON.parse(changes) as readonly FieldChange[]).some(({ field }) => fields.includes(field));
}
