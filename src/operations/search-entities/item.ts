import type { EntityItem, EntitySearchField } from '../../contract/entity-search.js';
import type { MatchKind } from '../../contract/vocabulary.js';
import type { EntityData, EntityFacets } from '../../domain/entity.js';
import { coreOfText, numberText, searchText } from '../../domain/names.js';
import type { StoredEntity } from '../../store/store.js';

/** A result, and the source that holds the record. */
export interface Result {
  readonly sourceId: string;
  readonly item: EntityItem;
}

/** A result and the tier it was found in; a lower one stands before. */
export interface RankedItem extends Result {
  readonly tier: number;
}

/** A record as a search result. */
export function toItem(
  entity: Pick<StoredEntity, 'document' | 'changedAt'>,
  match: EntityItem['match'],
): EntityItem {
  const data = JSON.parse(entity.document) as EntityData;
  return {
    id: data.id,
    name: data.name,
    state: data.state ?? null,
    type: data.type ?? null,
    status: data.status ?? null,
    formedDate: data.formedDate ?? null,
    registeredAgent: data.registeredAgent ?? null,
    principalAddress: data.principalAddress ?? null,
    officerCount: data.officers.length,
    lastUpdated: new Date(entity.changedAt).toISOString(),
    recordClass: data.recordClass,
    subjectType: data.subjectType,
    jurisdictionLevel: data.jurisdictionLevel,
    sourceAgency: data.sourceAgency,
    match,
  };
}

/** The text of the record that was found, as it is written there. */
export function matchedValue(
  field: EntitySearchField,
  kind: MatchKind,
  text: string,
  facets: EntityFacets,
): string {
  const candidates = candidatesOf(field, kind, facets);
  return candidates.find((candidate) => meets(field, kind, text, candidate)) ?? candidates[0] ?? '';
}

function candidatesOf(field: EntitySearchField, kind: MatchKind, facets: EntityFacets): readonly string[] {
  const others = facets.otherNames.map((other) => other.name);
  if (field === 'agent') return facets.agent === null ? [] : [facets.agent];
  if (field === 'officer') return facets.officers;
  if (field === 'filing_number') return facets.numbers;
  return kind === 'former' ? others : [facets.name, ...others, facets.publishedName ?? facets.name];
}

function meets(field: EntitySearchField, kind: MatchKind, text: string, candidate: string): boolean {
  if (field === 'filing_number') return numberText(candidate) === text;
  const normal = searchText(candidate);
  if (kind === 'prefix') return normal.startsWith(text);
  if (kind === 'words' || kind === 'typo')
    return text.split(' ').every((word) => ` ${normal} `.includes(` ${word}`));
  return normal === text || coreOfText(normal) === text;
}
