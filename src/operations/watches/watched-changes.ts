import { isChangeField } from '../../contract/changes.js';
import type { NewWatchBody } from '../../contract/watch.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { formsMeant } from '../../domain/sec/forms.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import type { ChangeFilter, MatchLists, Watch } from '../../store/store.js';
import type { Start } from '../list-changes/since-start.js';
import { knownSource } from '../query/known-ids.js';
import { Faults, quoted, readForm, readState } from '../query/query.js';

/** The part of a body that says which changes. */
type ChangesQuery = Pick<NewWatchBody, 'id' | 'query' | 'kinds'>;

type Sources = ReadonlyMap<string, SourceFacts>;

/** The changes that a watch receives. Throws the 400 with every fault, including those found before. */
export function readFilter(
  { id, query, kinds }: ChangesQuery,
  sources: Sources,
  faults = new Faults(),
): ChangeFilter {
  if ((id === undefined) === (query === undefined))
    for (const name of ['id', 'query']) faults.add(name, 'exactly one of id and query is required.');
  const entity = id === undefined ? undefined : canonicalEntityId(id);
  if (id !== undefined && entity === undefined)
    faults.add(
      'id',
      `must be a UUID, <STATE>:<key> or <STATE>:<tag>:<key> with a USPS state code; got ${quoted(id)}.`,
    );
  const filter = {
    ...(entity !== undefined && { id: entity }),
    ...(query && readQuery(query, sources, faults)),
    ...(kinds && { kinds }),
  };
  faults.check();
  return filter;
}

/** The filter of a watch as the feed takes it: its list by the records, and forms in all their spellings with amendments. */
export async function feedFilter(
  { list, forms, ...filter }: ChangeFilter,
  matchLists: Pick<MatchLists, 'find'>,
  at: number,
): Promise<ChangeFilter> {
  const ids = list === undefined ? undefined : ((await matchLists.find(list, at))?.records ?? []);
  return { ...filter, ...(ids && { ids }), ...(forms && { forms: forms.flatMap(formsMeant) }) };
}

/** Where a watch starts. */
export function startOf({ feed, start, createdAt }: Pick<Watch, 'feed' | 'start' | 'createdAt'>): Start {
  return { feed, position: start, at: createdAt };
}

function readQuery(
  { list, source: sources, state: states, recordType, cik, form, fields }: NonNullable<ChangesQuery['query']>,
  known: Sources,
  faults: Faults,
): ChangeFilter {
  for (const source of sources ?? []) knownSource(source, known, faults, 'query/source');
  for (const one of form ?? []) readForm(one, faults, 'query/form');
  const codes = states?.flatMap((state) => readState(state, faults, 'query/state') ?? []);
  const filer = cik === undefined ? undefined : readCik(cik);
  if (filer === null)
    faults.add('query/cik', `must be 1 to 10 digits, optionally after CIK; got ${quoted(cik ?? '')}.`);
  const field = fields?.find((name) => !isChangeField(name));
  if (field !== undefined)
    faults.add('query/fields', `must be field names, such as status or fileDate; got ${quoted(field)}.`);
  return {
    ...(list !== undefined && { list }),
    ...(sources && { sources }),
    ...(codes && { states: codes }),
    ...(recordType && { recordTypes: recordType }),
    ...(filer != null && { cik: filer }),
    ...(form && { forms: [...new Set(form)] }),
    ...(fields && { fields }),
  };
}

function readCik(text: string): number | null {
  const [, digits] = /^(?:CIK)?(\d{1,10})$/i.exec(text.trim()) ?? [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}
