import type { Included } from '../../../contract/records/enrichment.js';
import type { Identifier } from '../../../domain/entity.js';
import {
  filingsAbout,
  filingsBy,
  INSIDER_ROLES,
  INSIDERS,
  type InsiderDocument,
  type InsiderRole,
} from '../../../domain/records/insider-document.js';
import {
  childrenOf,
  type ExceptionDocument,
  exceptionsOf,
  parentsOf,
  type RelationshipDocument,
} from '../../../domain/records/ownership.js';
import {
  type RelatedOrganization,
  type ReturnDocument,
  returnsNaming,
  returnsOf,
} from '../../../domain/records/return-document.js';
import { type Enrichment, type Outcome, pageOf, resultOf, type Subject, summaryOf } from './declare.js';
import { whyNone } from './linked.js';
import { numbersOf, valuesOf } from './numbers.js';

const RETURNS = 'us_irs_form_990';
const LEI_RECORDS = 'us_gleif_lei_records';
const RELATIONSHIPS = 'us_gleif_relationships';
const EXCEPTIONS = 'us_gleif_reporting_exceptions';

/** Relationships that are read of one body in each direction; the largest groups have some hundreds of children. */
const MAX_RELATIONSHIPS = 2_000;
/** Returns that name a body; a hospital system has some dozens each year. */
const MAX_RETURNS = 200;
/** Filings of insiders: the busiest issuers have about a thousand each year. */
const MAX_FILINGS = 2_000;
/** Parents above a body before the walk ends. */
const MAX_LEVELS = 20;

type Item = Included['ownership']['items'][number];
/** An item before the name and the record of its number are looked up. */
type Found = Omit<Item, 'id'>;

/** Parents and children by LEI, organizations in Schedule R of returns by EIN, and insiders by CIK. */
export const ownership: Enrichment<'ownership'> = {
  token: 'ownership',
  datasets: [RETURNS],
  load: async (subject) => {
    const { catalog } = subject.dependencies;
    const numbers = await numbersOf(subject);
    const [leis, eins] = [valuesOf('lei', numbers), valuesOf('ein', numbers)];
    const [relationships, exceptions, returns, filings] = await Promise.all(
      [RELATIONSHIPS, EXCEPTIONS, RETURNS, INSIDERS].map((dataset) => catalog.datasets.state(dataset)),
    );
    const gleif = relationships && (await groupOf(leis, subject));
    const related = returns ? await scheduleR(eins, subject) : [];
    const insiders = filings ? await insidersIn(valuesOf('cik', numbers), subject) : [];
    const found: readonly Found[] = [...(gleif?.items ?? []), ...related, ...insiders];
    const stated = exceptions ? await exceptionsFor(leis, subject) : [];
    const parts = {
      gleif: outcomeOf(relationships, (gleif?.items.length ?? 0) + stated.length, { outcome: 'none' }),
      irs: outcomeOf(
        returns,
        related.length,
        eins.length > 0 || returns === undefined
          ? { outcome: 'none' }
          : await whyNone(subject, RETURNS, returns.run),
      ),
      insiders: outcomeOf(filings, insiders.length, { outcome: 'none' }),
    };
    const items = await Promise.all(pageOf(found, subject).map((item) => withRecord(item, subject)));
    const hasItems = found.length + stated.length > 0;
    return {
      ...summaryOf(Object.values(parts)),
      parts: {
        gleif: resultOf(parts.gleif),
        irs: resultOf(parts.irs),
        insiders: resultOf(parts.insiders),
      },
      ...(hasItems && {
        value: { items, totalCount: found.length, exceptions: stated, isCycle: gleif?.isCycle ?? false },
      }),
    };
  },
};

function outcomeOf(
  state: { readonly publishedAt: string | null } | undefined,
  count: number,
  otherwise: Pick<Outcome, 'outcome' | 'possible'>,
): Outcome {
  if (state === undefined) return { outcome: 'not_loaded', asOf: null };
  return { ...(count > 0 ? { outcome: 'found' } : otherwise), asOf: state.publishedAt };
}

/** The relation of the other body, from the child and from the parent of a relationship. */
const RELATIONS: Readonly<Record<string, readonly [up: Item['relation'], down: Item['relation']]>> = {
  IS_DIRECTLY_CONSOLIDATED_BY: ['direct_parent', 'direct_child'],
  IS_ULTIMATELY_CONSOLIDATED_BY: ['ultimate_parent', 'ultimate_child'],
  'IS_FUND-MANAGED_BY': ['fund_manager', 'managed_fund'],
  IS_SUBFUND_OF: ['umbrella_fund', 'subfund'],
  IS_FEEDER_TO: ['master_fund', 'feeder_fund'],
  IS_INTERNATIONAL_BRANCH_OF: ['head_office', 'branch'],
};

/** Parents of the body, then those above them, then children. */
async function groupOf(leis: readonly string[], subject: Subject) {
  const own = await relationshipsOf(leis.map(parentsOf), subject);
  const items = own.flatMap((one) => toItem(one, 0, 1));
  // Parents above the direct one: each step reads the direct parent of the last.
  const seen = new Set(leis);
  let front = own.filter(isDirect);
  let isCycle = false;
  for (let level = 2; level <= MAX_LEVELS && front.length > 0; level += 1) {
    const parents = [...new Set(front.map(({ parent }) => parent))];
    isCycle ||= parents.some((parent) => seen.has(parent));
    const next = parents.filter((parent) => !seen.has(parent));
    for (const parent of next) seen.add(parent);
    front = (await relationshipsOf(next.map(parentsOf), subject)).filter(isDirect);
    items.push(...front.flatMap((one) => toItem(one, 0, level)));
  }
  const children = await relationshipsOf(leis.map(childrenOf), subject);
  return { items: [...items, ...children.flatMap((one) => toItem(one, 1, 1))], isCycle };
}

function isDirect({ type, isActive }: RelationshipDocument): boolean {
  return type === 'IS_DIRECTLY_CONSOLIDATED_BY' && isActive;
}

async function relationshipsOf(
  parties: readonly string[],
  subject: Subject,
): Promise<RelationshipDocument[]> {
  const { catalog } = subject.dependencies;
  const { records } = await catalog.datasets.getPartyRecords(RELATIONSHIPS, parties, MAX_RELATIONSHIPS);
  return records.map(({ document }) => JSON.parse(document) as RelationshipDocument);
}

function toItem(relationship: RelationshipDocument, side: 0 | 1, level: number): Found[] {
  const relation = RELATIONS[relationship.type]?.[side];
  if (relation === undefined) return [];
  const { child, parent, since, until, isActive, lapsedOn, standard } = relationship;
  const renewal = lapsedOn === null ? '' : ` Not renewed since ${lapsedOn}; it may have changed.`;
  const period = [...(since ? [`since ${since}`] : []), ...(until ? [`until ${until}`] : [])].join(' ');
  const words = [...(isActive ? [] : ['no longer active']), ...(period ? [period] : [])].join(', ');
  return [
    {
      ...{ relation, level, scheme: 'lei', name: null },
      ...(side === 0 ? { number: parent, subject: child } : { number: child, subject: parent }),
      ...{
        since,
        until,
        isActive,
        isLapsed: lapsedOn !== null,
        standard,
        ownership: null,
        controlledBy: null,
      },
      dataset: RELATIONSHIPS,
      statement: `${WORDS[relation]} by LEI${words && `, ${words}`}.${renewal}`,
    },
  ];
}

const WORDS: Readonly<Record<Item['relation'], string>> = {
  direct_parent: 'Consolidates its accounts directly',
  ultimate_parent: 'Consolidates its accounts as the ultimate parent',
  direct_child: 'Its accounts are consolidated directly by this body',
  ultimate_child: 'Its accounts are consolidated by this body as the ultimate parent',
  fund_manager: 'Manages this fund',
  managed_fund: 'A fund that this body manages',
  umbrella_fund: 'The fund of which this one is a part',
  subfund: 'A part of this fund',
  master_fund: 'The fund in which this one invests',
  feeder_fund: 'A fund that invests in this one',
  head_office: 'The body of which this is a branch',
  branch: 'A branch of this body',
  related: 'Related organization in Schedule R of this body’s return',
  named_by: 'Names this body as a related organization in its return',
  ten_percent_owner: 'Owner of more than 10 % of a class of shares',
  insider: 'Insider',
  insider_of: 'Issuer that names this body as an insider',
};

/** Related organizations of the latest return, then bodies whose latest return names this one. */
async function scheduleR(eins: readonly string[], subject: Subject): Promise<Found[]> {
  const { catalog } = subject.dependencies;
  const own = await catalog.datasets.getPartyRecords(RETURNS, eins.map(returnsOf), MAX_RETURNS);
  const naming = await catalog.datasets.getPartyRecords(RETURNS, eins.map(returnsNaming), MAX_RETURNS);
  const related = latestOf(own.records).flatMap((one) =>
    one.related.map((organization) =>
      ofSchedule('related', organization, one, { name: organization.name, subject: one.ein }),
    ),
  );
  const namedBy = latestOf(naming.records)
    .filter(({ ein }) => !eins.includes(ein))
    .flatMap((one) => {
      const organization = one.related.find(({ ein }) => ein !== null && eins.includes(ein));
      if (organization?.ein == null) return [];
      const naming = { ...organization, ein: one.ein };
      return [ofSchedule('named_by', naming, one, { name: null, subject: organization.ein })];
    });
  return [...related, ...namedBy];
}

/** The latest return of each EIN; of one period the one filed last. */
function latestOf(records: readonly { readonly document: string }[]): ReturnDocument[] {
  const latest = new Map<string, ReturnDocument>();
  for (const { document } of records) {
    const one = JSON.parse(document) as ReturnDocument;
    const known = latest.get(one.ein);
    if (known === undefined || orderOf(one) > orderOf(known)) latest.set(one.ein, one);
  }
  return [...latest.values()];
}

const orderOf = ({ periodEnd, filedAt }: ReturnDocument) => `${periodEnd} ${filedAt}`;

function ofSchedule(
  relation: 'related' | 'named_by',
  { ein, kind, controlledBy, ownership: share }: RelatedOrganization,
  { periodEnd, form }: ReturnDocument,
  { name, subject }: { readonly name: string | null; readonly subject: string },
): Found {
  return {
    ...{ relation, level: 1, scheme: 'ein', number: ein, subject, name },
    ...{ since: null, until: null, isActive: true },
    ...{ isLapsed: false, standard: null, ownership: share, controlledBy, dataset: RETURNS },
    statement: `${WORDS[relation]}, ${KIND_WORDS[kind]}; ${form} for the period to ${periodEnd}.`,
  };
}

const KIND_WORDS: Readonly<Record<RelatedOrganization['kind'], string>> = {
  disregarded: 'part I: disregarded entity',
  'tax-exempt': 'part II: tax-exempt organization',
  partnership: 'part III: partnership',
  corporation_or_trust: 'part IV: corporation or trust',
};

/** Insiders of the body, then issuers of which it is one: each once, as its latest filing states it, newest first. */
async function insidersIn(ciks: readonly string[], subject: Subject): Promise<Found[]> {
  const { catalog } = subject.dependencies;
  const filingsOf = async (keyOf: (cik: string) => string) => {
    const { records } = await catalog.datasets.getPartyRecords(INSIDERS, ciks.map(keyOf), MAX_FILINGS);
    return records.map(({ document }) => JSON.parse(document) as InsiderDocument);
  };
  const [own, held] = await Promise.all([filingsOf(filingsAbout), filingsOf(filingsBy)]);
  const insiders = own.flatMap((filing) =>
    filing.owners.map((owner) =>
      ofFiling(filing, owner.roles.includes('TenPercentOwner') ? 'ten_percent_owner' : 'insider', {
        ...{ number: owner.cik, subject: filing.issuer, name: owner.name },
        words: roleWords(owner),
      }),
    ),
  );
  const issuers = held.flatMap((filing) =>
    filing.owners
      .filter(({ cik }) => ciks.includes(cik))
      .map((owner) =>
        ofFiling(filing, 'insider_of', {
          ...{ number: filing.issuer, subject: owner.cik, name: filing.issuerName },
          words: `${WORDS.insider_of}: ${roleWords(owner)}`,
        }),
      ),
  );
  return [...latestPairs(insiders), ...latestPairs(issuers)];
}

/** The first of each pair of numbers. */
function latestPairs(items: readonly Found[]): Found[] {
  const latest = new Map<string, Found>();
  for (const item of items) {
    const pair = `${item.number} ${item.subject}`;
    if (!latest.has(pair)) latest.set(pair, item);
  }
  return [...latest.values()];
}

function ofFiling(
  { form, filed, accession }: InsiderDocument,
  relation: 'ten_percent_owner' | 'insider' | 'insider_of',
  { number, subject, name, words }: Record<'number' | 'subject' | 'name' | 'words', string>,
): Found {
  return {
    ...{ relation, level: 1, scheme: 'cik', number, subject, name },
    ...{ since: null, until: null, isActive: true, isLapsed: false },
    ...{ standard: null, ownership: null, controlledBy: null, dataset: INSIDERS },
    statement: `${words}; form ${form} ${accession}, filed on ${filed}.`,
  };
}

function roleWords({ roles, title }: InsiderDocument['owners'][number]): string {
  const words = INSIDER_ROLES.filter((role) => roles.includes(role)).map((role) => ROLE_WORDS[role]);
  return [...words, ...(title === null ? [] : [title])].join(', ') || WORDS.insider;
}

const ROLE_WORDS: Readonly<Record<InsiderRole, string>> = {
  TenPercentOwner: WORDS.ten_percent_owner,
  Director: 'Director',
  Officer: 'Officer',
  Other: 'Other insider',
};

async function exceptionsFor(
  leis: readonly string[],
  subject: Subject,
): Promise<Included['ownership']['exceptions']> {
  const { catalog } = subject.dependencies;
  const { records } = await catalog.datasets.getPartyRecords(EXCEPTIONS, leis.map(exceptionsOf), 10);
  return records.map(({ document }) => {
    const { parent, reason } = JSON.parse(document) as ExceptionDocument;
    return { parent, reason, statement: `No ${parent} parent reported: ${REASONS[reason] ?? reason}.` };
  });
}

const REASONS: Readonly<Record<string, string>> = {
  NATURAL_PERSONS: 'it is owned by individuals',
  NON_CONSOLIDATING: 'no parent consolidates its accounts',
  NO_KNOWN_PERSON: 'no person is known that controls it',
  NO_LEI: 'the parent has no LEI',
  NON_PUBLIC: 'the information is not public',
  LEGAL_OBSTACLES: 'the law forbids it',
  CONSENT_NOT_OBTAINED: 'the parent did not consent',
  BINDING_LEGAL_COMMITMENTS: 'binding commitments forbid it',
  DETRIMENT_NOT_EXCLUDED: 'it could be to the detriment of the body or its parent',
  DISCLOSURE_DETRIMENTAL: 'disclosure would be to the detriment of the body or its parent',
};

/** The name of the other body if a loaded record states its number, and its entity if one does. */
async function withRecord(item: Found, { dependencies: { catalog } }: Subject): Promise<Item> {
  if (item.number === null) return { ...item, id: null };
  const identifier: Identifier = { scheme: item.scheme, value: item.number };
  const datasets = { lei: [LEI_RECORDS], ein: [RETURNS], cik: [] }[item.scheme];
  const records = await catalog.numbers.find(identifier, datasets, 1);
  const entity = records.find(({ kind }) => kind === 'entity');
  const name = item.name ?? entity?.names[0] ?? records[0]?.names[0] ?? null;
  return { ...item, name, id: entity?.key ?? null };
}
