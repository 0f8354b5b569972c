import type { EntityData, Identifier } from '../../domain/entity.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import { addressParts } from '../../domain/places/address-parts.js';
import type { RecordName } from '../../matching/names/name-parts.js';
import type { LinkRecord } from '../../matching/records/record.js';
import type { LinkEntity } from '../../store/store.js';

/**
 * Returns the entity as a record for the matcher; `undefined` for named individuals, who are never linked. `data`: its
 * document, if already parsed.
 */
export function entityRecord(
  entity: LinkEntity,
  data = JSON.parse(entity.document) as EntityData,
): { record: LinkRecord; state: string } | undefined {
  const facets = JSON.parse(entity.facets) as EntityFacets;
  if (data.subjectType === 'person') return undefined;
  const state = data.state ?? '';
  const identifiers = [...(JSON.parse(entity.linkKeys) as Identifier[]), ...(data.identifiers ?? [])];
  const year = data.formedDate?.slice(0, 4);
  const record: LinkRecord = {
    id: entity.id,
    names: [{ text: facets.name, kind: 'current' }, ...otherNames(entity.sourceId, facets)],
    // Without an address, the register's state still locates the body.
    address:
      data.principalAddress === undefined
        ? { street: '', city: '', state, zip: '' }
        : addressParts(data.principalAddress),
    people: data.officers.map((officer) => officer.name),
    identifiers: [...new Set(identifiers.map(identifierText))],
    ...(year !== undefined && { formedYear: Number(year) }),
    ...(BENEFIT_TRUST.test(data.type ?? '') && { isBenefitTrust: true }),
  };
  return { record, state };
}

/** The IRS's file has a second name line, either a name of its own or a continuation of the first. */
function otherNames(sourceId: string, { name: first, otherNames: others }: EntityFacets): RecordName[] {
  if (sourceId !== 'us_irs_eo_bmf') return others.map(({ name, kind }) => ({ text: name, kind }));
  return others.flatMap(({ name }): RecordName[] =>
    name.startsWith(`${first} `)
      ? [{ text: name, kind: 'joined' }]
      : [
          { text: `${first} ${name}`, kind: 'joined' },
          { text: name, kind: 'sort' },
        ],
  );
}

/**
 * The paragraphs of section 501(c) for employee benefit trusts: illness (9), unemployment (17), pensions (18), legal services
 * (20), black lung (21), and two kinds that pay for withdrawn pension plans (22, 24).
 */
const BENEFIT_TRUST = /^501\(c\)\((?:9|17|18|20|21|22|24)\)$/;

/** Writes an EIN without the publisher's dash: `ein:060996545`. */
export function identifierText({ scheme, value }: Identifier): string {
  return `${scheme}:${scheme === 'ein' ? value.replace('-', '') : value}`;
}
