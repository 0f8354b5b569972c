import type { EntityItem } from '../../contract/entity-search.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import { currentRecord } from '../../domain/records/current-record.js';
import { dayOf } from '../../domain/records/registration-status.js';
import { paddedCik } from '../../domain/sec/filer-display.js';
import { SEC_FILERS } from '../../domain/sec/sec.js';
import type { FacetCounts, IndexAnswer } from '../../search/types.js';
import type { Dependencies } from '../dependencies.js';
import { orWithoutLinks } from '../without-links.js';
import { type RankedItem, toItem } from './item.js';
import { linkedOfficersAmong } from './linked-officers.js';
import { heldValue, passes } from './passes.js';
import { facetOf } from './query.js';
import type { EntitySearchRequest } from './request.js';

/** At most one record, and its values of the facets that are to be counted. */
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
 * The entity that is linked to the SEC's filer of the key that was asked for, with or without its zeros; none where the request
 * asks otherwise, the filer is linked to none, or the entity does not pass the filters. No register has such a number, so the
 * index does not hold it.
 */
export async function entityOfFiler(
  request: EntitySearchRequest,
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
  now: number,
): Promise<OfFiler> {
  const cik = cikAsked(request);
  if (cik === undefined) return NONE;
  const party = `cik:${cik}`;
  const id = (
    await orWithoutLinks(() => links.entitiesOf(SEC_FILERS, [party]), new Map<string, string>())
  ).get(party);
  const linked = id === undefined ? undefined : await catalog.getEntity(id);
  if (linked === undefined) return NONE;
  const found = await catalog.getEntitiesByNumber([linked.number]);
  const [entity] = found;
  const facets = entity && (JSON.parse(entity.facets) as EntityFacets);
  if (!facets || !passes(request, facets, dayOf(now))) return NONE;
  const officers = await linkedOfficersAmong(found, { catalog, links });
  const key = paddedCik(cik);
  const match: EntityItem['match'] = {
    field: 'filing_number',
    value: key,
    kind: 'exact',
    marks: [{ from: 0, to: key.length }],
    why: 'The SEC filer with this key is linked to it.',
  };
  const item = toItem(currentRecord(entity, now), match, officers.get(entity.number)?.length);
  return {
    items: [{ tier: 0, sourceId: entity.sourceId, item }],
    counts: countsOf(facets, request, dayOf(now)),
  };
}

function countsOf(facets: EntityFacets, request: EntitySearchRequest, today: string): FacetCounts {
  const counts = request.facets.map((name) => {
    const value = heldValue(facetOf(name), facets, today);
    return [facetOf(name), new Map(value === null ? [] : [[value, 1] as const])] as const;
  });
  return new Map(counts);
}

function cikAsked({ asked: [asked, ...others] }: EntitySearchRequest): number | undefined {
  if (asked === undefined || others.length > 0) return undefined;
  if (asked.field !== 'name' && asked.field !== 'filing_number') return undefined;
  const [, digits] = /^(?:CIK[\s:#-]*)?0*([1-9]\d{0,9})$/i.exec(asked.written.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
