import type { EntityData, EntityDraft, OtherName } from './entity.js';
import { addressTexts } from './places/address-text.js';

/** The values of an entity that the search index needs, stored next to the document so that a build parses no documents. */
export type EntityFacets = EntityNames & {
  readonly [Member in keyof typeof FILTERS]: ReturnType<(typeof FILTERS)[Member]['of']>;
};

/** The texts by which an entity is found. */
export interface EntityNames {
  readonly name: string;
  /** The name as published, if it has additions that `name` lacks. */
  readonly publishedName?: string | undefined;
  readonly otherNames: readonly OtherName[];
  readonly agent: string | null;
  readonly officers: readonly string[];
  /** The state entity id and filing numbers. */
  readonly numbers: readonly string[];
  /** As written by `placeOf`. Omitted, like the next two, if the record was stored by an older version. */
  readonly place?: string | undefined;
  /** As written by `doorOf`. */
  readonly door?: string | undefined;
  /** As in the draft. */
  readonly prominence?: number | undefined;
}

interface Filter {
  /** Facet name in the index, for a value that many entities share. */
  readonly facet?: string;
  /** Column name in the index, for ranges of a date `YYYY-MM-DD`. */
  readonly column?: string;
  /** Returns the value from an entity's record and the draft it was made from. */
  readonly of: (data: EntityData, draft: EntityDraft) => string | null | undefined;
}

/**
 * All filters of entities: member of the stored facets -> its name in the index and its value. A new filter is a line here, one
 * in `entityFacets` (the compiler requires it), and a search parameter with the facet's name.
 */
const FILTERS = {
  state: { facet: 'state', of: (data) => data.state ?? null },
  activity: { facet: 'activity', of: (_data, draft) => draft.activity ?? null },
  /** The last day on which an active record is active, if it names one. */
  activeThrough: {
    column: 'activeThrough',
    of: (_data, draft) => (draft.activity === 'active' ? draft.expirationDate : undefined),
  },
  typeClass: { facet: 'type', of: (_data, draft) => draft.typeClass ?? null },
  formedDate: { column: 'formed', of: (_data, draft) => draft.formedDate ?? null },
  recordClass: { facet: 'recordClass', of: (data) => data.recordClass },
  subjectType: { facet: 'subjectType', of: (data) => data.subjectType },
  jurisdictionLevel: { facet: 'jurisdictionLevel', of: (data) => data.jurisdictionLevel },
} as const satisfies Readonly<Record<string, Filter>>;

type Member = keyof typeof FILTERS;
type Filters = (typeof FILTERS)[Member];
export type EntityFacet = Extract<Filters, { facet: string }>['facet'];
type EntityColumn = Extract<Filters, { column: string }>['column'];

const MEMBERS = Object.keys(FILTERS) as readonly Member[];

/** The members are written out because copying them by name takes ten times as long, for every record of a load. */
export function entityFacets(names: EntityNames, data: EntityData, draft: EntityDraft): EntityFacets {
  return {
    name: names.name,
    publishedName: names.publishedName,
    otherNames: names.otherNames,
    agent: names.agent,
    officers: names.officers,
    numbers: names.numbers,
    place: names.place,
    door: names.door,
    prominence: names.prominence,
    state: FILTERS.state.of(data),
    activity: FILTERS.activity.of(data, draft),
    activeThrough: FILTERS.activeThrough.of(data, draft),
    typeClass: FILTERS.typeClass.of(data, draft),
    formedDate: FILTERS.formedDate.of(data, draft),
    recordClass: FILTERS.recordClass.of(data),
    subjectType: FILTERS.subjectType.of(data),
    jurisdictionLevel: FILTERS.jurisdictionLevel.of(data),
  };
}

/** Facet -> its value. An activity with a last day is covered by the column. */
export const ENTITY_FACETS = MEMBERS.flatMap((member) => {
  const filter: Filter = FILTERS[member];
  if (filter.facet === undefined) return [];
  const of = (facets: EntityFacets): string | null => {
    const isDated = member === 'activity' && facets.activeThrough !== undefined;
    return isDated ? null : (facets[member] ?? null);
  };
  return { facet: filter.facet as EntityFacet, of };
});

/** Facets that are counted; the values of each list are stored together. */
export const ENTITY_VALUE_SETS = [
  ['state', 'activity', 'type', 'recordClass'],
] as const satisfies readonly (readonly EntityFacet[])[];

/** Column -> the date `YYYY-MM-DD`. */
export const ENTITY_COLUMNS = MEMBERS.flatMap((member) => {
  const filter: Filter = FILTERS[member];
  if (filter.column === undefined) return [];
  const of = (facets: EntityFacets): string | null => facets[member] ?? null;
  return { column: filter.column as EntityColumn, of };
});

const NO_TEXTS: readonly string[] = [];

/** The texts of an entity, by index lexicon. */
export const ENTITY_TEXTS = {
  name: ({ name }) => [name],
  published: ({ publishedName }) => (publishedName === undefined ? NO_TEXTS : [publishedName]),
  other: (names) => otherNames(names, false),
  former: (names) => otherNames(names, true),
  agent: ({ agent }) => (agent === null ? NO_TEXTS : [agent]),
  officer: ({ officers }) => officers,
  number: ({ numbers }) => numbers,
  place: ({ place }) => (place === undefined ? NO_TEXTS : [place]),
  address: ({ door, place }) => addressTexts(door, place),
} as const satisfies Readonly<Record<string, (names: EntityNames) => readonly string[]>>;

function otherNames({ otherNames }: EntityNames, isFormer: boolean): readonly string[] {
  if (otherNames.length === 0) return NO_TEXTS;
  return otherNames.flatMap(({ name, kind }) => ((kind === 'former') === isFormer ? name : []));
}
