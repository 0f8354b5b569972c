import type { Filer, FilerFact, FilingFact, FilingRow, FormerName, SecSourceId } from './sec.js';

/**
 * Which source wins for which field of a filing, highest precedence first. Sources that are not listed do not
 * have the field.
 *
 * - Dates: submissions include corrections made after the daily index was built.
 * - Names as filed: only the indexes keep them (submissions have current names); the quarterly index is
 * rebuilt with corrections. A complete name beats a truncated one from any source.
 */
export const FILING_PRECEDENCE = {
  filed: ['us_sec_submissions', 'us_sec_full_index', 'us_sec_daily_index'],
  name: ['us_sec_full_index', 'us_sec_daily_index'],
  period: ['us_sec_submissions'],
  description: ['us_sec_submissions'],
  items: ['us_sec_submissions'],
} as const satisfies Readonly<Record<string, readonly SecSourceId[]>>;

type FilingField = keyof typeof FILING_PRECEDENCE;

/** Precedence of sources for a filer; `newest_filing` is the name in its newest indexed filing. */
const FILER_PRECEDENCE = {
  name: ['us_sec_submissions', 'us_sec_tickers', 'newest_filing'],
  tickers: ['us_sec_tickers', 'us_sec_submissions'],
  formerNames: ['us_sec_submissions'],
  sic: ['us_sec_submissions'],
  entityType: ['us_sec_submissions'],
  ein: ['us_sec_submissions'],
  incorporationState: ['us_sec_submissions'],
  city: ['us_sec_submissions'],
  place: ['us_sec_submissions'],
  addresses: ['us_sec_submissions'],
  standing: ['us_sec_tickers'],
} as const satisfies Readonly<
  Record<Exclude<keyof Filer, 'cik'>, readonly (SecSourceId | 'newest_filing')[]>
>;

/**
 * A filing row with the ranks of its values: one integer, three bits for each of `FILING_FIELDS` (the first field in the lowest
 * bits). Stored with the row, so that a later merge needs nothing else.
 */
export interface RankedFiling extends FilingRow {
  readonly ranks: number;
}

/** The order of the fields in `ranks`. Append-only: stored rows depend on it. */
export const FILING_FIELDS = [
  'filed',
  'name',
  'period',
  'description',
  'items',
] as const satisfies readonly FilingField[];

/** 0 if the source does not have the field, else 1 to 4: the greater wins. */
export function filingFieldRank(
  source: SecSourceId,
  field: FilingField,
  fact: Pick<FilingFact, 'name' | 'nameCut'>,
): number {
  const sources: readonly SecSourceId[] = FILING_PRECEDENCE[field];
  const place = sources.indexOf(source);
  if (place < 0) return 0;
  const rank = sources.length - place;
  if (field !== 'name') return rank;
  if (fact.name === undefined) return 0;
  return fact.nameCut ? rank : rank + sources.length;
}

/** A single fact as a row. */
export function rankFiling(source: SecSourceId, fact: FilingFact): RankedFiling {
  return {
    accession: fact.accession,
    cik: fact.cik,
    form: fact.form,
    filed: fact.filed,
    period: fact.period ?? null,
    name: fact.name ?? null,
    description: fact.description ?? null,
    items: fact.items ?? null,
    ranks: filingRanks(source, fact),
  };
}

/** Ranks depend only on whether the fact has a name, and whether that is truncated. */
export function filingRanks(source: SecSourceId, fact: Pick<FilingFact, 'name' | 'nameCut'>): number {
  return packRanks((field) => filingFieldRank(source, field, fact));
}

/**
 * Merges two rows of one (accession, cik, form): for each field the greater rank wins. Equal ranks come from one source:
 *
 * - `greater`, within a run: the greater text wins and blank is lowest, so that the order of rows and files does not matter.
 * (The SEC's indexes sometimes contain two names of one filer of one filing.) - `incoming`, a finished run over the stored row:
 * the source corrects itself, even to blank.
 *
 * Merging runs of different sources yields the same row in any order.
 */
export function mergeFiling(
  existing: RankedFiling,
  incoming: RankedFiling,
  ties: 'greater' | 'incoming',
): RankedFiling {
  const pick = (field: FilingField): RankedFiling => {
    const difference = rankOf(incoming, field) - rankOf(existing, field);
    if (difference !== 0) return difference > 0 ? incoming : existing;
    return ties === 'incoming' || compareText(incoming[field], existing[field]) > 0 ? incoming : existing;
  };
  return {
    accession: existing.accession,
    cik: existing.cik,
    form: existing.form,
    filed: pick('filed').filed,
    period: pick('period').period,
    name: pick('name').name,
    description: pick('description').description,
    items: pick('items').items,
    ranks: packRanks((field) => Math.max(rankOf(existing, field), rankOf(incoming, field))),
  };
}

/**
 * Merges two facts of one source about one filer within one run, in any order. A document is taken whole, because combining the
 * city of one and the state of another would invent a place: the one with the later day wins, else the greater text. Ticker
 * lists have no day and nothing else, so theirs are united, and the better prominence counts.
 */
export function mergeFilerFacts(a: FilerFact, b: FilerFact): FilerFact {
  const whole = (compareText(a.asOf, b.asOf) || compareText(textOfFact(a), textOfFact(b))) < 0 ? b : a;
  const { kind, cik, asOf, name, formerNames, tickers, standing } = whole;
  const { sic, entityType, ein, incorporationState, city, place, addresses, fileNumbers } = whole;
  const lists = asOf === undefined ? [a.tickers, b.tickers] : [tickers];
  return {
    ...{ kind, cik, asOf, name },
    formerNames: formerNames && sortedNames(formerNames),
    tickers: lists.some((list) => list !== undefined) ? uniteTickers(...lists) : undefined,
    ...{ sic, entityType, ein, incorporationState, city, place, addresses },
    standing: asOf === undefined ? minOf(a.standing, b.standing) : standing,
    fileNumbers: fileNumbers && [...fileNumbers].sort(),
  };
}

function minOf(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

/** All content of a document; undated documents without tickers and prominence, which are merged. */
function textOfFact(fact: FilerFact): string {
  const { asOf, name, formerNames, tickers, sic, entityType, ein, incorporationState, city, place } = fact;
  const { addresses = [], fileNumbers = [] } = fact;
  const values = [name, sic, entityType, ein, incorporationState, city, place].map((value) => value ?? '');
  const dated = asOf === undefined ? null : [tickers && uniteTickers(tickers), fact.standing];
  return JSON.stringify([...values, sortedNames(formerNames ?? []), dated, addresses, fileNumbers]);
}

/** The facts about one filer, by source. A later run of a source replaces its own part only. */
export interface FilerParts {
  readonly us_sec_submissions?: FilerFact | undefined;
  readonly us_sec_tickers?: FilerFact | undefined;
  readonly newest_filing?: NamedFiling | undefined;
}

/** Returns `undefined` if no source names the filer (a continuation file read alone). */
export function mergeFiler(cik: number, parts: FilerParts): Filer | undefined {
  const name = firstStated(parts, 'name');
  if (name === undefined) return undefined;
  const standing = firstStated(parts, 'standing');
  const addresses = firstStated(parts, 'addresses');
  return {
    cik,
    name,
    formerNames: firstStated(parts, 'formerNames') ?? [],
    tickers: uniteTickers(firstStated(parts, 'tickers')),
    sic: firstStated(parts, 'sic') ?? null,
    entityType: firstStated(parts, 'entityType') ?? null,
    ein: firstStated(parts, 'ein') ?? null,
    incorporationState: firstStated(parts, 'incorporationState') ?? null,
    city: firstStated(parts, 'city') ?? null,
    place: firstStated(parts, 'place') ?? null,
    ...(addresses !== undefined && { addresses }),
    ...(standing !== undefined && { standing }),
  };
}

/** A name as filed, with the values that decide which of a filer's names is newest. */
export interface NamedFiling {
  readonly name: string;
  readonly filed: string;
  readonly accession: string;
}

/** The newer of two: by date, then accession, then name, so that the result does not depend on the order of reading. */
export function newerName(a: NamedFiling, b: NamedFiling): NamedFiling {
  const order =
    compareText(a.filed, b.filed) || compareText(a.accession, b.accession) || compareText(a.name, b.name);
  return order < 0 ? b : a;
}

function firstStated<Field extends keyof typeof FILER_PRECEDENCE>(
  parts: FilerParts,
  field: Field,
): FilerFact[Field] {
  for (const source of FILER_PRECEDENCE[field]) {
    const part: Partial<FilerFact> | undefined = parts[source];
    if (part?.[field] !== undefined) return part[field];
  }
  return undefined;
}

function packRanks(rankOfField: (field: FilingField) => number): number {
  return FILING_FIELDS.reduce((packed, field, index) => packed | (rankOfField(field) << (3 * index)), 0);
}

function rankOf(row: RankedFiling, field: FilingField): number {
  return (row.ranks >> (3 * FILING_FIELDS.indexOf(field))) & 0b111;
}

/** By code units; blank is lowest. */
function compareText(a: string | null | undefined, b: string | null | undefined): number {
  const left = a ?? '';
  const right = b ?? '';
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** By length, then alphabetically, as shown on EDGAR. */
function uniteTickers(...lists: readonly (readonly string[] | undefined)[]): string[] {
  const tickers = new Set(lists.flatMap((list) => list ?? []));
  return [...tickers].sort((a, b) => a.length - b.length || compareText(a, b));
}

function sortedNames(names: readonly FormerName[]): FormerName[] {
  const byContent = new Map<string, FormerName>();
  for (const former of names) byContent.set(JSON.stringify([former.from, former.to, former.name]), former);
  return [...byContent].sort(([a], [b]) => compareText(b, a)).map(([, former]) => former);
}
