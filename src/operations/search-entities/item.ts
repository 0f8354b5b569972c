import type { EntityItem, EntityMatch } from '../../contract/entity-search.js';
import type { EntityData } from '../../domain/entity.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import type { IndexAnswer } from '../../search/format/types.js';
import { parseQuery } from '../../search/index.js';
import type { StoredEntity } from '../../store/store.js';
import { explained } from '../support/reason.js';
import { firstHeld, heldText } from './held-names.js';
import type { NamedTier } from './query.js';

/** A result, and the source that holds the record. */
export interface Result {
  readonly sourceId: string;
  readonly item: EntityItem;
}

/** A result and the tier it was found in; a lower one stands before. */
export interface RankedItem extends Result {
  readonly tier: number;
  /** Number of the stored record; undefined if it was read live. */
  readonly number?: number;
}

/** A record as a search result; `officerCount` where linked records name officers as well. */
export function toItem(
  entity: Pick<StoredEntity, 'document' | 'changedAt'>,
  match: EntityItem['match'],
  officerCount?: number,
  people?: EntityItem['people'],
): EntityItem {
  const data = JSON.parse(entity.document) as EntityData;
  const otherNames = data.otherNames?.filter(({ kind }) => kind !== 'former') ?? [];
  return {
    id: data.id,
    name: data.name,
    state: data.state ?? null,
    type: data.type ?? null,
    status: data.status ?? null,
    formedDate: data.formedDate ?? null,
    registeredAgent: data.registeredAgent ?? null,
    principalAddress: data.principalAddress ?? null,
    officerCount: officerCount ?? data.officers.length,
    lastUpdated: new Date(entity.changedAt).toISOString(),
    recordClass: data.recordClass,
    subjectType: data.subjectType,
    jurisdictionLevel: data.jurisdictionLevel,
    sourceAgency: data.sourceAgency,
    ...(otherNames.length > 0 && { otherNames }),
    ...(people && { people }),
    match: match && atAddress(match, data.principalAddress),
  };
}

/** The index knows an address by its key alone. */
function atAddress(match: EntityMatch, address: string | undefined): EntityMatch {
  if (address === undefined || (match.field !== 'address' && match.field !== 'place')) return match;
  return { ...match, value: address, marks: [{ from: 0, to: address.length }] };
}

/** Why the record was found: the value that meets the text in the tier, and the field it stands in. */
export function matchIn(
  tier: NamedTier,
  {
    sought,
    corrected,
    removed,
    place,
  }: Pick<IndexAnswer, 'sought' | 'corrected' | 'removed'> & { readonly place?: string | undefined },
  facets: EntityFacets,
): EntityMatch {
  const parsed = { ...parseQuery(sought.text), isLastPartial: sought.isLastPartial };
  const value =
    tier.field === 'ticker'
      ? sought.text.toUpperCase()
      : (heldText(tier, parsed, facets) ?? firstHeld(tier, facets) ?? '');
  const kind = corrected !== null ? 'typo' : removed.length > 0 ? 'words' : tier.kind;
  const field = tier.field === 'other_name' && isSortName(value, facets) ? 'sort_name' : tier.field;
  return explained({ field, value, kind }, tier.kind, { sought, removed, place });
}

function isSortName(text: string, { otherNames }: EntityFacets): boolean {
  return otherNames.find(({ name, kind }) => name === text && kind !== 'former')?.kind === 'sort';
}
