import type { EntityItem } from '../../contract/entity-search.js';
import type { EntityData } from '../../domain/entity.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import { digitNumbers, type FormedNumber, formedNumber } from '../../domain/numbers.js';
import { allOfficers, hasLinkedOfficers, OFFICER_DATASETS } from '../../domain/people/officers.js';
import { currentRecord, dayOf } from '../../domain/records/current-record.js';
import { SEC_FILERS } from '../../domain/sec/sec.js';
import type { FacetCounts, IndexAnswer } from '../../search/format/types.js';
import type { FoundEntity } from '../../store/store.js';
import type { Dependencies } from '../support/dependencies.js';
import { holdersOf, type NumberDependencies } from '../support/number-holders.js';
import { orWithoutLinks } from '../support/origin.js';
import { type RankedItem, toItem } from './item.js';
import { heldValue, passes } from './passes.js';
import { facetOf } from './query.js';
import type { EntitySearchRequest } from './request.js';

/** The records of a number, and how many have each value of the facets to count. */
interface OfNumber {
  readonly number?: FormedNumber;
  readonly items: readonly RankedItem[];
  readonly counts: FacetCounts;
}

const NONE: OfNumber = { items: [], counts: new Map() };

/** Whether the index found what was asked, and not what it took it for. */
export function isFound(answer: IndexAnswer | undefined): boolean {
  return answer !== undefined && answer.total > 0 && answer.corrected === null && answer.removed.length === 0;
}

/** What links an entity to the number, as `match.why` says it. */
const WHY: Readonly<Partial<Record<FormedNumber['scheme'], string>>> = {
  accession: 'The SEC filer of this filing is linked to it.',
  cik: 'The SEC filer with this key is linked to it.',
};

/**
 * Returns the entities that state the number in the request as an identifier, then those that are linked to an SEC filer or a record of a
 * data set with the number, the likeliest first. None if the request has another text, or no such entity passes the filters. The index has
 * only the numbers of registers.
 */
export async function entitiesOfNumber(
  request: EntitySearchRequest,
  dependencies: NumberDependencies,
  now: number,
): Promise<OfNumber> {
  for (const number of requestedNumbers(request)) {
    const found = await entitiesOf(number, request, dependencies, now);
    if (found.items.length > 0) return found;
  }
  return NONE;
}

async function entitiesOf(
  number: FormedNumber,
  request: EntitySearchRequest,
  dependencies: NumberDependencies,
  now: number,
): Promise<OfNumber> {
  const { catalog, links } = dependencies;
  const { parties, entities } = await holdersOf(number, dependencies);
  const all = await orWithoutLinks(async () => {
    const found = await Promise.all(parties.map((party) => links.ofParty(party)));
    return found.flat();
  }, []);
  const linked = all
    .filter(
      ({ dataset, attached, party }) => attached && (dataset === SEC_FILERS || !party.startsWith('cik:')),
    )
    .sort((one, other) => other.probability - one.probability)
    .map(({ entity }) => entity);
  const ids = [...new Set([...entities, ...linked])].slice(0, MAX_RECORDS);
  const stored = await Promise.all(ids.map((id) => catalog.entities.get(id)));
  const numbers = stored.flatMap((entity) => entity?.number ?? []);
  const read = await catalog.entities.getByNumber(numbers);
  const found = numbers
    .flatMap((number) => read.find((entity) => entity.number === number) ?? [])
    .map((entity) => ({ entity, facets: JSON.parse(entity.facets) as EntityFacets }))
    .filter(({ facets }) => passes(request, facets, dayOf(now)));
  const officers = await linkedOfficersAmong(
    found.map(({ entity }) => entity),
    { catalog, links },
  );
  const match: EntityItem['match'] = {
    field: 'filing_number',
    value: number.value,
    kind: 'exact',
    marks: [{ from: 0, to: number.value.length }],
    why: WHY[number.scheme] ?? 'It, or a record that is linked to it, has this number.',
  };
  return {
    ...(found.length > 0 && { number }),
    items: found.map(({ entity }) => ({
      tier: 0,
      number: entity.number,
      sourceId: entity.sourceId,
      item: toItem(currentRecord(entity, now), match, officers.get(entity.number)?.length),
    })),
    counts: countsOf(
      found.map(({ facets }) => facets),
      request,
      dayOf(now),
    ),
  };
}

/** A body is in a few registers. */
const MAX_RECORDS = 50;

function countsOf(all: readonly EntityFacets[], request: EntitySearchRequest, today: string): FacetCounts {
  const counts = request.facets.map((name) => {
    const values = new Map<string, number>();
    for (const facets of all) {
      const value = heldValue(facetOf(name), facets, today);
      if (value !== null) values.set(value, (values.get(value) ?? 0) + 1);
    }
    return [facetOf(name), values] as const;
  });
  return new Map(counts);
}

function requestedNumbers({ texts: [first, ...others] }: EntitySearchRequest): readonly FormedNumber[] {
  if (first === undefined || others.length > 0) return [];
  if (first.field !== 'name' && first.field !== 'filing_number') return [];
  const formed = formedNumber(first.written);
  return formed === undefined ? digitNumbers(first.written) : [formed];
}

/**
 * Number -> all officers, as the entity shows them, of those entities of the page that linked records name officers of.
 * One read tells which these are.
 */
export async function linkedOfficersAmong(
  found: readonly FoundEntity[],
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<ReadonlyMap<number, EntityData['officers']>> {
  const ids = found.map(({ id }) => id);
  const linked = await orWithoutLinks(() => links.linkedAmong(ids, OFFICER_DATASETS), new Set());
  const officers = new Map<number, EntityData['officers']>();
  for (const { id, number, document } of found) {
    if (!linked.has(id)) continue;
    const own = await orWithoutLinks(() => links.ofEntity(id), []);
    if (!hasLinkedOfficers(own)) continue;
    const data = JSON.parse(document) as EntityData;
    officers.set(number, await allOfficers(data.officers, own, catalog.datasets));
  }
  return officers;
}
