import type { Included } from '../../../contract/records/enrichment.js';
import type { SearchedList } from '../../../contract/records/entity.js';
import { type BodyNumber, shownNumber, storedAs } from '../../../domain/numbers.js';
import { addressParts } from '../../../domain/places/address-parts.js';
import {
  EXCLUSION_LISTS,
  type ExclusionDocument,
  soughtNameKeys,
} from '../../../domain/records/exclusion.js';
import { isoInstant } from '../../../domain/time/instants.js';
import type { DatasetRecord } from '../../../store/store.js';
import { type Enrichment, pageOf, type Subject, summaryOf } from './declare.js';
import { numbersOf, type SubjectNumbers } from './numbers.js';

type Item = Included['exclusions']['items'][number];

/** Entries of one list that are read for one number or name. */
const MAX_ENTRIES = 50;
const MAX_POSSIBLE = 5;

/** Searched by exact numbers and, for a name alone, as a possibility; no link is made ahead of time. */
export const exclusions: Enrichment<'exclusions'> = {
  token: 'exclusions',
  datasets: [],
  load: async (subject) => {
    const lists = await searchExclusions(subject);
    const items = lists.flatMap((list) => list.items);
    const shown = lists.map(({ items: _items, ...list }) => list);
    return {
      ...summaryOf(shown),
      lists: shown,
      ...(items.length > 0 && { value: { items: pageOf(items, subject), totalCount: items.length } }),
    };
  },
};

interface SearchResult extends SearchedList {
  readonly items: readonly Item[];
}

/** Every list with what it says of the subject. */
export async function searchExclusions(subject: Subject): Promise<readonly SearchResult[]> {
  const numbers = await numbersOf(subject);
  return await Promise.all(EXCLUSION_LISTS.map((dataset) => searchList(dataset, numbers, subject)));
}

async function searchList(
  dataset: string,
  { certain, linked }: SubjectNumbers,
  subject: Subject,
): Promise<SearchResult> {
  const { catalog, sources } = subject.dependencies;
  const title = sources.get(dataset)?.title ?? dataset;
  const state = await catalog.datasets.state(dataset);
  if (state === undefined) {
    const statement = 'Not searched: the list is not loaded.';
    return {
      dataset,
      title,
      outcome: 'not_loaded',
      asOf: null,
      loadedAt: null,
      statement,
      possible: [],
      items: [],
    };
  }
  const run = await catalog.runs.getSummary(state.run);
  const loadedAt = run ? isoInstant(run.startedAt) : null;
  const list =
    state.publishedAt === null
      ? `list loaded on ${loadedAt?.slice(0, 10) ?? 'an unknown day'}`
      : `list of ${state.publishedAt}`;
  const found = (await entriesWith(dataset, certain, subject)).map(({ number, record }) =>
    toItem(dataset, number, record, list, subject.today),
  );
  const possible = found.length > 0 ? [] : await possibleEntries(dataset, linked, subject);
  const outcome = found.length > 0 ? 'found' : possible.length > 0 ? 'possible' : 'none';
  const statement = {
    found: `On the ${list}.`,
    possible: `Not on the ${list} by number; it has an entry that may be this body.`,
    none: `Not on the ${list}.`,
  }[outcome];
  return { dataset, title, outcome, asOf: state.publishedAt, loadedAt, statement, possible, items: found };
}

interface NumberedEntry {
  readonly number: BodyNumber;
  readonly record: DatasetRecord;
}

/** Each entry once, with the first number by which it is found. */
async function entriesWith(
  dataset: string,
  numbers: readonly BodyNumber[],
  { dependencies: { catalog } }: Subject,
): Promise<readonly NumberedEntry[]> {
  const entries = new Map<string, NumberedEntry>();
  for (const number of numbers) {
    const parties = storedAs(number).map(({ scheme, value }) => `${scheme}:${value}`);
    const { records } = await catalog.datasets.getPartyRecords(dataset, parties, MAX_ENTRIES);
    for (const record of records) if (!entries.has(record.key)) entries.set(record.key, { number, record });
  }
  return [...entries.values()];
}

function toItem(
  dataset: string,
  number: BodyNumber,
  record: DatasetRecord,
  list: string,
  today: string,
): Item {
  const {
    list: kind,
    name,
    program,
    agency,
    startDate,
    endDate,
  } = JSON.parse(record.document) as ExclusionDocument;
  const ended = endDate !== null && endDate < today ? ` The entry ended on ${endDate}.` : '';
  return {
    ...{ dataset, list: kind, name, scheme: number.scheme, number: shownNumber(number) },
    ...{ program, agency, startDate, endDate },
    statement: `On the ${list}.${ended}`,
  };
}

/** Entries with a number of a linked record, then entries of the same whole name that its place does not rule out. */
async function possibleEntries(
  dataset: string,
  linked: readonly BodyNumber[],
  subject: Subject,
): Promise<SearchedList['possible']> {
  const { data, dependencies } = subject;
  const byLink = (await entriesWith(dataset, linked, subject)).map(({ number, record }) =>
    toPossible(
      record,
      `A record that is linked to this one states the same ${number.scheme}; the link itself is not certain.`,
    ),
  );
  if (data.subjectType === 'person') return byLink.slice(0, MAX_POSSIBLE);
  const names = [
    data.name,
    ...(data.otherNames ?? []).filter(({ kind }) => kind !== 'sort').map(({ name }) => name),
  ];
  const { records } = await dependencies.catalog.datasets.getPartyRecords(
    dataset,
    soughtNameKeys(names),
    MAX_ENTRIES,
  );
  const byName = records
    .filter(({ document }) => isPossiblePlace(JSON.parse(document) as ExclusionDocument, subject))
    .map((record) =>
      toPossible(record, 'The name is the same. No number tells whether it is the same body.'),
    );
  return [...byLink, ...byName].slice(0, MAX_POSSIBLE);
}

function toPossible(record: DatasetRecord, why: string): SearchedList['possible'][number] {
  const { name, place } = JSON.parse(record.document) as ExclusionDocument;
  const parts = [place.city, place.state, place.country].filter((part) => part !== null);
  return { key: record.key, name, place: parts.length > 0 ? parts.join(', ') : null, why };
}

/** An American entry is of the record’s state and, where both name one, of its city. */
function isPossiblePlace({ place }: ExclusionDocument, { data }: Subject): boolean {
  const address = data.principalAddress === undefined ? undefined : addressParts(data.principalAddress);
  const states = [data.state, address?.state].filter((state) => state !== undefined && state !== '');
  if (place.state === null) return !AMERICAN.test(place.country ?? '');
  if (states.length > 0 && !states.includes(place.state)) return false;
  const city = address?.city ?? '';
  return city === '' || place.city === null || letters(city) === letters(place.city);
}

/** An American entry without a state could be anywhere. */
const AMERICAN = /^(?:USA?|United States)$/i;

function letters(text: string): string {
  return text
    .toUpperCase()
    .replace(/^(?:ST|FT|MT)\b\.?/, '')
    .replace(/^(?:SAINT|FORT|MOUNT)\b/, '')
    .replace(/[^A-Z]/g, '');
}
