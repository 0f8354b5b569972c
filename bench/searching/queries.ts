import { searchText } from '../../src/domain/names.js';
import type { Catalog } from '../../src/store/store.js';

/** A kind of question, with the requests that ask it; several, so that no answer is the one remembered. */
export interface Asking {
  readonly kind: string;
  readonly requests: readonly Readonly<Record<string, string>>[];
}

/** Names as they stand in the data, evenly from all of it. */
export interface Bearers {
  readonly entities: readonly string[];
  readonly filers: readonly { readonly cik: number; readonly name: string }[];
}

const SAMPLES = 200;

/** Questions to `/sec/search`, the worst first. */
export function filingQueries({ filers }: Bearers): Asking[] {
  const names = filers.map(({ name }) => ({ q: twoWords(name) }));
  return [
    {
      kind: 'worst: inc, form 4, 24 years, offset 100,000',
      requests: pages({ q: 'inc', forms: '4', end_date: '2024-12-31' }, 100_000, (turn) => ({
        start_date: `2000-01-${String(1 + (turn % 28)).padStart(2, '0')}`,
      })),
    },
    {
      kind: 'worst, with counts of all facets',
      requests: pages({ q: 'inc', forms: '4', end_date: '2024-12-31', facets: FILING_FACETS }, 0, (turn) => ({
        start_date: `2000-01-${String(1 + (turn % 28)).padStart(2, '0')}`,
      })),
    },
    { kind: 'inc, with counts of all facets', requests: pages({ q: 'inc', facets: FILING_FACETS }, 0) },
    {
      kind: 'typical, with counts of all facets',
      requests: names.map(({ q }) => ({ q, facets: FILING_FACETS })),
    },
    { kind: 'typical: two words of a filer’s name', requests: names },
    { kind: 'typical, with form and dates', requests: names.map(({ q }) => ({ q, ...FORM_AND_DATES })) },
    { kind: 'commonest word: inc', requests: pages({ q: 'inc' }, 0) },
    { kind: 'a word of every description: form', requests: pages({ q: 'form' }, 0) },
    { kind: 'prefix of 2 letters: co', requests: pages({ q: 'co' }, 0) },
    { kind: 'one character: a', requests: pages({ q: 'a' }, 0) },
    { kind: 'misspelling of a filer’s name', requests: names.map(({ q }) => ({ q: misspelt(q) })) },
    { kind: '500 characters', requests: names.map(({ q }) => ({ q: repeated(q) })) },
    { kind: 'one filer, by CIK', requests: filers.map(({ cik }) => ({ cik: String(cik) })) },
    { kind: 'inc, newest first', requests: pages({ q: 'inc', sort: 'date' }, 0) },
  ];
}

/** Questions to `/search`, the worst first. */
export function entityQueries({ entities }: Bearers): Asking[] {
  const names = entities.map((name) => ({ name: twoWords(name) }));
  return [
    { kind: 'worst: inc in a state', requests: pages({ name: 'inc', state: 'CO' }, 0) },
    { kind: 'worst: inc in a state, offset 100,000', requests: pages({ name: 'inc', state: 'CO' }, 100_000) },
    {
      kind: 'worst: inc in a state, with counts of all facets',
      requests: pages({ name: 'inc', state: 'CO', facets: ENTITY_FACETS }, 0),
    },
    { kind: 'prefix of 2 letters: co', requests: pages({ name: 'co' }, 0) },
    { kind: 'typical: two words of a name', requests: names },
    { kind: 'typical, in a state, active', requests: names.map((one) => ({ ...one, ...STATE_AND_STATUS })) },
    { kind: 'one character: a', requests: pages({ name: 'a' }, 0) },
    { kind: 'misspelling of a name', requests: names.map(({ name }) => ({ name: misspelt(name) })) },
    { kind: '500 characters', requests: names.map(({ name }) => ({ name: repeated(name) })) },
  ];
}

/** Names as they are typed, character by character, in all of the country and in a state. */
export function typedQueries({ entities }: Bearers): Asking[] {
  const typed = (name: string, length: number) => twoWords(name).slice(0, length).trim();
  const lengths = [1, 2, 3, 4, 5, 6, 8, 10, 12];
  const within = (name: string) => name.split(' ')[1] ?? name;
  return [
    ...lengths.map((length) => ({
      kind: `${length} characters of a name`,
      requests: entities.map((name) => ({ q: typed(name, length) })),
    })),
    {
      kind: '2 characters of a second word',
      requests: entities.map((name) => ({ q: within(name).slice(0, 2) })),
    },
    {
      kind: '4 characters of a second word',
      requests: entities.map((name) => ({ q: within(name).slice(0, 4) })),
    },
    {
      kind: '3 characters, in a state',
      requests: entities.map((name) => ({ q: typed(name, 3), state: 'CO' })),
    },
    {
      kind: '3 characters, in a state without records',
      requests: entities.map((name) => ({ q: typed(name, 3), state: 'GU' })),
    },
    {
      kind: 'inc and a character',
      requests: [...'abcdefghijklmnopqrstuvwxyz'].map((one) => ({ q: `inc ${one}` })),
    },
  ];
}

/** The stated mix of requests to `/sec/search` over HTTP: 8 in 10 typical, 1 by CIK, 1 of the hard ones in turn. */
export function filingMix(bearers: Bearers): string[] {
  const { filers } = bearers;
  const hard = filingQueries(bearers).filter(({ kind }) =>
    /^(worst|commonest|prefix|misspelling)/.test(kind),
  );
  return filers.map(({ cik, name }, turn) => {
    const q = twoWords(name);
    const kind = hard[Math.floor(turn / 10) % hard.length];
    const place = turn % 10;
    if (place === 8) return pathOf({ cik: String(cik) });
    if (place === 9) return pathOf(kind?.requests[turn % kind.requests.length] ?? { q });
    return pathOf(place % 2 === 0 ? { q } : { q, ...FORM_AND_DATES });
  });
}

/** Names of filers and entities from all over the stored data. */
export async function readBearers(catalog: Catalog, entityCount: number): Promise<Bearers> {
  const filers: { cik: number; name: string }[] = [];
  for await (const batch of catalog.filings.scanFilers()) {
    for (const { cik, name } of batch) filers.push({ cik, name });
  }
  const samples = Math.min(SAMPLES, entityCount);
  const numbers = Array.from({ length: samples }, (_, at) => 1 + Math.floor((at * entityCount) / samples));
  const entities = await catalog.entities.getByNumber(numbers);
  return {
    filers: evenly(filers),
    entities: entities.map(({ facets }) => (JSON.parse(facets) as { name: string }).name),
  };
}

const FILING_FACETS = 'form,year,state,sic';
const ENTITY_FACETS = 'state,status,recordClass,type';
const FORM_AND_DATES = { forms: '4', start_date: '2010-01-01', end_date: '2025-12-31' };
const STATE_AND_STATUS = { state: 'CO', status: 'active' };

function pages(
  request: Readonly<Record<string, string>>,
  from: number,
  more: (turn: number) => Readonly<Record<string, string>> = () => ({}),
) {
  return Array.from({ length: SAMPLES }, (_, turn) => ({
    ...request,
    ...more(turn),
    offset: String(from + turn),
  }));
}

function pathOf(request: Readonly<Record<string, string>>): string {
  return `/api/v1/sec/search?${new URLSearchParams(request)}`;
}

/** A name of one word gives that word. */
function twoWords(name: string): string {
  return searchText(name).split(' ').slice(0, 2).join(' ');
}

/** The first word with two of its letters exchanged. */
function misspelt(text: string): string {
  const middle = Math.min((text.split(' ')[0]?.length ?? 0) - 2, 3);
  if (middle < 0) return `${text}x`;
  return `${text.slice(0, middle)}${text[middle + 1]}${text[middle]}${text.slice(middle + 2)}`;
}

function repeated(text: string): string {
  return `${text} `.repeat(500).slice(0, 500);
}

function evenly<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(all.length / SAMPLES));
  return all.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}
