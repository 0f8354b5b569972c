import type { EntityItem } from '../../contract/entity-search.js';
import type { EntityData } from '../../domain/entity.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import { allOfficers, hasLinkedOfficers, OFFICER_DATASETS } from '../../domain/people/officers.js';
import { currentRecord, dayOf } from '../../domain/records/current-record.js';
import { paddedCik } from '../../domain/sec/filer-display.js';
import { SEC_FILERS } from '../../domain/sec/sec.js';
import type { FacetCounts, IndexAnswer } from '../../search/format/types.js';
import type { FoundEntity } from '../../store/store.js';
import type { Dependencies } from '../support/dependencies.js';
import { orWithoutLinks } from '../support/origin.js';
import { type RankedItem, toItem } from './item.js';
import { heldValue, passes } from './passes.js';
import { facetOf } from './query.js';
import type { EntitySearchRequest } from './request.js';

/** The records of a filer, and how many have each value of the facets to count. */
interface OfFiler {
  readonly items: readonly RankedItem[];
  readonly counts: FacetCounts;
}

const NONE: OfFiler = { items: [], counts: new Map() };

/** Whether the index found what was asked, and not what it took it for. */
export function isFound(answer: IndexAnswer | undefined): boolean {
  return answer !== undefined && answer.total > 0 && answer.corrected === null && answer.removed.length === 0;
}

/**
 * Returns the entities that are linked to the SEC filer of the key in the request, with or without its zeros, the likeliest first. None if the
 * request is another, or no linked entity passes the filters. No register has such a number, so the index does not hold it.
 */
export async function entitiesOfFiler(
  request: EntitySearchRequest,
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
  now: number,
): Promise<OfFiler> {
  const cik = requestedCik(request);
  if (cik === undefined) return NONE;
  const all = await orWithoutLinks(async () => await links.ofParty(`cik:${cik}`), []);
  const linked = all
    .filter(({ dataset, attached }) => dataset === SEC_FILERS && attached)
    .sort((one, other) => other.probability - one.probability)
    .slice(0, MAX_RECORDS);
  const stored = await Promise.all(linked.map(({ entity }) => catalog.getEntity(entity)));
  const numbers = stored.flatMap((entity) => entity?.number ?? []);
  const read = await catalog.getEntitiesByNumber(numbers);
  const found = numbers
    .flatMap((number) => read.find((entity) => entity.number === number) ?? [])
    .map((entity) => ({ entity, facets: JSON.parse(entity.facets) as EntityFacets }))
    .filter(({ facets }) => passes(request, facets, dayOf(now)));
  const officers = await linkedOfficersAmong(
    found.map(({ entity }) => entity),
    { catalog, links },
  );
  const key = paddedCik(cik);
  const match: EntityItem['match'] = {
    field: 'filing_number',
    value: key,
    kind: 'exact',
    marks: [{ from: 0, to: key.length }],
    why: 'The SEC filer with this key is linked to it.',
  };
  return {
    items: found.map(({ entity }) => ({
      tier: 0,
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

/** A filer is in a few registers. */
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

function requestedCik({ texts: [first, ...others] }: EntitySearchRequest): number | undefined {
  if (first === undefined || others.length > 0) return undefined;
  if (first.field !== 'name' && first.field !== 'filing_number') return undefined;
  const [, digits] = /^(?:CIK[\s:#-]*)?0*([1-9]\d{0,9})$/i.exec(first.written.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
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
    officers.set(number, await allOfficers(data.officers, own, catalog));
  }
  return officers;
}
