import { addressParts } from '../../domain/address-parts.js';
import type { EntityData, EntityFacets, Identifier } from '../../domain/entity.js';
import type { LinkRecord } from '../../resolve/record.js';
import type { LinkEntity } from '../../store/store.js';

/** An entity as the matcher takes it; undefined for named individuals, which nothing is linked to. */
export function entityRecord(entity: LinkEntity): { record: LinkRecord; state: string } | undefined {
  const data = JSON.parse(entity.document) as EntityData;
  const facets = JSON.parse(entity.facets) as EntityFacets;
  if (data.subjectType === 'person') return undefined;
  const state = data.state ?? '';
  const identifiers = [...(JSON.parse(entity.linkKeys) as Identifier[]), ...(data.identifiers ?? [])];
  const year = data.formedDate?.slice(0, 4);
  const record: LinkRecord = {
    id: entity.id,
    names: [
      { text: facets.name, kind: 'current' },
      ...facets.otherNames.map(({ name, kind }) => ({ text: name, kind })),
    ],
    // Without an address the register's state still tells where the body is.
    address:
      data.principalAddress === undefined
        ? { street: '', city: '', state, zip: '' }
        : addressParts(data.principalAddress),
    people: data.officers.map((officer) => officer.name),
    identifiers: [...new Set(identifiers.map(identifierText))],
    ...(year !== undefined && { formedYear: Number(year) }),
  };
  return { record, state };
}

/** `ein:060996545`, whatever dashes the publisher writes. */
export function identifierText({ scheme, value }: Identifier): string {
  return `${scheme}:${scheme === 'ein' ? value.replace('-', '') : value}`;
}
