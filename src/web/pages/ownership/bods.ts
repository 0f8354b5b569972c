import { createHash } from 'node:crypto';
import type { SourceItem } from '../../../contract/service/source.js';
import type { Feed } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { loadEntity } from '../entity/load-entity.js';
import type { EntityShown } from '../entity/provenance.js';

type Ownership = NonNullable<EntityShown['entity']['ownership']>;
type Item = Ownership['items'][number];

/** Items of one response of GET /entity/{id}. */
const ROWS = 25;

/**
 * The ownership of a record as statements of the Beneficial Ownership Data Standard 0.4: entities before the relationships
 * that name them. Schedule R is contained where it states a share: without one it does not say who owns whom.
 */
export const ownershipStatements: Feed = {
  path: '/entity/:id/ownership/bods',
  name: 'entity-ownership-bods',
  access: 'reader',
  report: async (visit) => statementsOf(await wholeOwnership(visit)),
};

async function wholeOwnership(visit: Visit): Promise<EntityShown> {
  const first = await loadEntity(visit, 'ownership');
  const { ownership } = first.entity;
  if (!ownership) return first;
  const items = [...ownership.items];
  while (items.length < ownership.totalCount) {
    const { entity } = await loadEntity(visit, 'ownership', String(Math.ceil(items.length / ROWS) * ROWS));
    if (!entity.ownership?.items.length) break;
    items.push(...entity.ownership.items);
  }
  return { ...first, entity: { ...first.entity, ownership: { ...ownership, items } } };
}

interface Body {
  readonly recordId: string;
  readonly name: string | undefined;
  readonly numbers: ReadonlySet<string>;
  readonly dataset: string | undefined;
}

function statementsOf({ entity, sources, now }: EntityShown): readonly object[] {
  const { items: all = [], exceptions = [] } = entity.ownership ?? {};
  // It is not stated if an insider is a person, so no statement can be made about one.
  const items = all.filter(({ scheme }) => scheme !== 'cik');
  const today = new Date(now).toISOString().slice(0, 10);
  const toStatement = (
    record: {
      readonly recordId: string;
      readonly recordType: 'entity' | 'relationship';
      readonly recordDetails: object;
    },
    dataset: string | undefined,
  ) => {
    const source = sources.find(({ id }) => id === dataset);
    const statement = {
      ...{
        statementDate: dayOf(source) ?? today,
        declarationSubject: entity.id,
        ...record,
        recordStatus: 'new',
      },
      ...(source && originOf(source, today)),
    };
    const statementId = createHash('sha256').update(JSON.stringify(statement)).digest('hex');
    return { statementId, ...statement };
  };
  const relations = items.flatMap((item) => relationOf(item) ?? []);
  const own = new Set(
    items.flatMap(({ level, scheme, subject }) => (level === 1 ? numberId(scheme, subject) : [])),
  );
  const idOf = (number: string) => (own.has(number) ? entity.id : number);
  return [
    ...bodiesIn(relations, { ...entity, own }).map(({ recordId, name, numbers, dataset }) =>
      toStatement(
        {
          ...{ recordId, recordType: 'entity' },
          recordDetails: {
            ...{
              isComponent: false,
              entityType: { type: 'legalEntity' },
              ...(name !== undefined && { name }),
            },
            identifiers: [...numbers].map((number) => ({ id: number.slice(7), scheme: number.slice(0, 6) })),
          },
        },
        dataset,
      ),
    ),
    ...relations.map(({ item, subject, owner }) =>
      toStatement(
        {
          ...{ recordId: `${owner} ${item.relation} ${subject}`, recordType: 'relationship' },
          recordDetails: {
            ...{ isComponent: false, subject: idOf(subject), interestedParty: idOf(owner) },
            interests: [interestOf(item)],
          },
        },
        item.dataset,
      ),
    ),
    ...exceptions.map(({ parent, reason, statement }) =>
      toStatement(
        {
          ...{ recordId: `${entity.id} ${parent} parent`, recordType: 'relationship' },
          recordDetails: {
            ...{ isComponent: false, subject: entity.id },
            interestedParty: { reason: REASONS[reason] ?? 'unknown', description: statement },
          },
        },
        'us_gleif_reporting_exceptions',
      ),
    ),
  ];
}

interface Relation {
  readonly item: Item;
  /** The owned body, as the list of its number and the number. */
  readonly subject: string;
  readonly owner: string;
}

const OWNED_BY_SUBJECT = /child$|^managed_fund$|^subfund$|^branch$/;
/** A feeder fund invests in its master fund, and is not owned by it. */
const INVESTMENTS = /^(?:master|feeder)_fund$/;

/** Undefined if it is not stated who owns whom. */
function relationOf(item: Item): Relation | undefined {
  const { relation, scheme, number, subject, ownership } = item;
  const isSchedule = relation === 'related' || relation === 'named_by';
  if (number === null || INVESTMENTS.test(relation) || (isSchedule && ownership === null)) return undefined;
  const [one, other] = [numberId(scheme, subject), numberId(scheme, number)];
  // The filer of a return owns the share that it states.
  return relation === 'related' || OWNED_BY_SUBJECT.test(relation)
    ? { item, subject: other, owner: one }
    : { item, subject: one, owner: other };
}

function bodiesIn(
  relations: readonly Relation[],
  { id, name, own }: { readonly id: string; readonly name: string; readonly own: ReadonlySet<string> },
): readonly Body[] {
  const bodies = new Map<string, Body>([
    [id, { recordId: id, name, numbers: own, dataset: relations[0]?.item.dataset }],
  ]);
  for (const { item, subject, owner } of relations) {
    for (const number of [subject, owner]) {
      if (own.has(number)) continue;
      const isNamed = number === numberId(item.scheme, item.number ?? '');
      const known = bodies.get(number)?.name ?? (isNamed ? (item.name ?? undefined) : undefined);
      bodies.set(number, {
        recordId: number,
        name: known,
        numbers: new Set([number]),
        dataset: item.dataset,
      });
    }
  }
  return [...bodies.values()];
}

/** `XI-LEI-…` or `US-EIN-…`: lists as org-id.guide names them. */
function numberId(scheme: Item['scheme'], number: string): string {
  return `${scheme === 'lei' ? 'XI-LEI' : 'US-EIN'}-${number}`;
}

function interestOf({ relation, statement, since, until, ownership }: Item): object {
  return {
    type: ownership === null ? 'otherInfluenceOrControl' : 'shareholding',
    directOrIndirect: relation.startsWith('direct') ? 'direct' : 'unknown',
    beneficialOwnershipOrControl: false,
    details: statement,
    ...(ownership !== null && { share: { exact: Math.round(ownership * 1e6) / 1e4 } }),
    ...(since !== null && { startDate: since }),
    ...(until !== null && { endDate: until }),
  };
}

function dayOf(source: SourceItem | undefined): string | undefined {
  return source?.publishedAt ?? source?.fetchedAt?.slice(0, 10);
}

function originOf(source: SourceItem, today: string): object {
  return {
    publicationDetails: {
      ...{ publicationDate: dayOf(source) ?? today, bodsVersion: '0.4' },
      publisher: { name: source.publisher, url: source.url },
    },
    source: {
      type: [source.id.startsWith('us_irs_') ? 'selfDeclaration' : 'officialRegister'],
      description: source.title,
    },
  };
}

/** GLEIF's reasons in the codes of the standard. */
const REASONS: Readonly<Record<string, string>> = {
  NATURAL_PERSONS: 'informationUnknownToPublisher',
  NON_CONSOLIDATING: 'informationUnknownToPublisher',
  NO_KNOWN_PERSON: 'subjectUnableToConfirmOrIdentifyBeneficialOwner',
  NO_LEI: 'informationUnknownToPublisher',
  NON_PUBLIC: 'subjectExemptFromDisclosure',
  LEGAL_OBSTACLES: 'subjectExemptFromDisclosure',
  CONSENT_NOT_OBTAINED: 'interestedPartyHasNotProvidedInformation',
};
