import { hash as digest } from 'node:crypto';
import type { OfficerSource } from '../../contract/vocabulary.js';
import { absenceText } from '../../domain/absence.js';
import type { EntityData, EntityDraft, EntityRow, OtherName } from '../../domain/entity.js';
import { type EntityNames, entityFacets } from '../../domain/entity-facets.js';
import { bulkId, isPlainKey, portalId } from '../../domain/ids.js';
import { distinctOfficers } from '../../domain/people/officers.js';
import { isPlaceholder } from '../../domain/placeholder.js';
import { doorOf } from '../../domain/places/address-key.js';
import { addressParts } from '../../domain/places/address-parts.js';
import { placeOf } from '../../domain/places/place-text.js';
import type { EntitySource } from '../../sources/declare/index.js';

/** The parts of an entity's row that are expensive to build, as texts, so that another thread can build them. */
export interface EntityTexts extends Pick<EntityRow, 'id' | 'document' | 'absent' | 'facets' | 'hash'> {
  /** `Identifier[]` as JSON text. */
  readonly linkKeys: string;
}

/** Returns a source's draft as stored. The hash covers published content, not derived facets. */
export function toEntityRow(source: EntitySource, draft: EntityDraft): EntityRow {
  return rowOfTexts(source, toEntityTexts(source, draft));
}

export function toEntityTexts(source: EntitySource, given: EntityDraft): EntityTexts {
  const draft = withoutPlaceholders(given);
  const data = toEntityData(source, draft);
  const document = JSON.stringify(data);
  const absent = absenceText(data, source.publishes);
  const facets = JSON.stringify(entityFacets(namesOf(data, draft), data, draft));
  const linkKeys = draft.linkKeys?.length ? JSON.stringify(draft.linkKeys) : NONE;
  return {
    id: data.id,
    document,
    absent,
    facets,
    linkKeys,
    hash: hashOf(document, absent, linkKeys),
  };
}

export function rowOfTexts(source: EntitySource, texts: EntityTexts): EntityRow {
  const { id, document, absent, facets, linkKeys, hash } = texts;
  return {
    id,
    sourceId: source.id,
    document,
    absent,
    facets,
    linkKeys: linkKeys === NONE ? [] : (JSON.parse(linkKeys) as EntityRow['linkKeys']),
    hash,
  };
}

const NONE = '[]';

/** Removes an agent and other names that are placeholders. A record keeps its own name in any case. */
function withoutPlaceholders(draft: EntityDraft): EntityDraft {
  const { otherNames = [], registeredAgent } = draft;
  const hasAgent = registeredAgent === undefined || !isPlaceholder(registeredAgent.name);
  const isName = ({ name }: OtherName) => !isPlaceholder(name);
  if (hasAgent && otherNames.every(isName)) return draft;
  return {
    ...draft,
    otherNames: otherNames.filter(isName),
    registeredAgent: hasAgent ? registeredAgent : undefined,
  };
}

function toEntityData(source: EntitySource, draft: EntityDraft): EntityData {
  const state = draft.state === undefined ? source.state : draft.state;
  const { level } = source.agency;
  return {
    id: idOf(source, draft.key),
    name: draft.name,
    otherNames: draft.otherNames?.length
      ? draft.otherNames.map(({ name, kind }) => ({ name, kind, source: source.id }))
      : undefined,
    state: state ?? undefined,
    stateEntityId: level === 'state' || level === 'county' ? numberOf(draft) : undefined,
    type: draft.type,
    status: draft.status,
    expirationDate: draft.expirationDate,
    formedDate: draft.formedDate,
    registeredInStateDate: draft.registeredInStateDate,
    registeredAgent: draft.registeredAgent,
    principalAddress: draft.principalAddress,
    officers: officersOf(draft, source.officerSource ?? 'state'),
    filings: newestFirst(draft),
    identifiers: draft.identifiers?.length ? draft.identifiers : undefined,
    recordClass: draft.recordClass ?? source.recordClass,
    subjectType: draft.subjectType ?? 'organization',
    jurisdictionLevel: level,
    sourceAgency: level === null ? null : source.agency.name,
  };
}

function idOf(source: EntitySource, key: string): string {
  const isPortal = source.idScheme === 'portal' && isPlainKey(key);
  return isPortal ? portalId(source.state, source.tag, key) : bulkId(source.id, key);
}

function officersOf({ officers = [] }: EntityDraft, source: OfficerSource): EntityData['officers'] {
  return officers.length === 0
    ? []
    : distinctOfficers(officers.map(({ name, title }) => ({ name, title, source })));
}

function newestFirst(draft: EntityDraft): EntityData['filings'] {
  if (!draft.filings?.length) return [];
  return [...draft.filings]
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map(({ type, date, description }) => ({ type, date, description }));
}

function namesOf(data: EntityData, draft: EntityDraft): EntityNames {
  return {
    name: draft.searchName ?? draft.name,
    publishedName: draft.searchName === undefined || draft.searchName === draft.name ? undefined : draft.name,
    otherNames: draft.otherNames ?? [],
    agent: draft.registeredAgent?.name ?? null,
    officers: data.officers.length === 0 ? [] : [...new Set(data.officers.map((officer) => officer.name))],
    numbers: numbersOf(draft),
    place: placeOf(draft.principalAddress),
    door: draft.principalAddress && doorOf(addressParts(draft.principalAddress).street),
    prominence: draft.prominence,
  };
}

/** The number assigned by the publisher: the key, unless the source overrides it. */
function numberOf({ key, number = key }: EntityDraft): string | undefined {
  return number ?? undefined;
}

function numbersOf(draft: EntityDraft): EntityNames['numbers'] {
  const { key, number, filings } = draft;
  if (number === undefined && !filings?.length) return [key];
  const filed = (filings ?? []).flatMap((filing) => filing.number ?? []);
  return [...new Set([...(number === null ? [] : [number ?? key, key]), ...filed])];
}

/** A content version, not a security feature: 64 bits of SHA-1 distinguish two versions of a record. */
function hashOf(...parts: readonly string[]): string {
  return digest('sha1', parts.join('\0'), 'hex').slice(0, 16);
}
