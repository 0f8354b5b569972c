import { readKey } from '../../../domain/key-format.js';
import type { Party } from '../../../domain/records/dataset.js';
import type { LobbyingActivity, LobbyingDocument } from '../../../domain/records/searched-records.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineDocumentDataset, type Warn } from '../../declare/index.js';
import { address, token } from '../../declare/setting.js';
import { currentName, namedKey, partyAddress } from '../../support/parties.js';
import { amountFrom, dateFrom } from '../../support/values.js';
import { LDA_ID } from '../keys.js';
/**
 * One report of one registrant for one client and period is one record: amendments are filings of their own
 * and would count the amount twice, so the last one posted counts.
 */
export const usLdaFilings = defineDocumentDataset({
  id: 'us_lda_filings',
  title: 'Lobbying Disclosure Act filings',
  agency: { name: 'US Senate, Office of Public Records', level: 'federal', url: 'https://lda.gov' },
  licence: 'public domain',
  every: 'week',
  // Pages always have 25 filings; without a key 15 requests a minute are allowed, with one 120.
  fetch: {
    kind: 'pages',
    url: 'https://lda.gov/api/v1/filings/?filing_dt_posted_after={since}&ordering=dt_posted&page_size=25',
    members: { id: 'filing_uuid', time: 'dt_posted' },
    at: address(
      'DOSSIER_LDA_URL',
      'https://lda.gov/api/v1/',
      'Address of the lobbying API, in case it moves.',
    ),
    host: 'lda.gov',
    perSecond: 0.25,
    key: {
      setting: token(
        'DOSSIER_LDA_KEY',
        'API key of lda.gov (free). Without one, its pages download more slowly.',
      ),
      required: false,
      as: { header: 'authorization', prefix: 'Token ' },
      perSecond: 2,
    },
  },
  layout: 'verified',
  coverage: 'Filings of the pages loaded. Income is rounded by the registrant; a registration has no amount.',
  delivery: 'increment',
  expect: { min: 1 },
  format: 'json',
  records: function* (document, warn) {
    for (const filing of filingsIn(document)) {
      const made = recordOf(filing, warn);
      if (made) yield made;
      else
        warn(
          'rejected_row',
          'A filing without registrant, client or number, or with a number in another form, was passed over.',
        );
    }
  },
});

type Json = Readonly<Record<string, unknown>>;

/** A page of the API, a list of filings, or one filing. */
function filingsIn(document: unknown): readonly Json[] {
  if (Array.isArray(document)) return document.filter(isObject);
  if (!isObject(document)) throw new Error('This holds no lobbying filings.');
  if (Array.isArray(document.results)) return document.results.filter(isObject);
  if ('filing_uuid' in document) return [document];
  throw new Error('This holds no lobbying filings.');
}

function recordOf(filing: Json, warn: Warn) {
  const registrant = isObject(filing.registrant) ? filing.registrant : {};
  const client = isObject(filing.client) ? filing.client : {};
  const registrantName = plainText(registrant.name);
  const clientName = plainText(client.name);
  const uuid = plainText(filing.filing_uuid);
  if (registrantName === undefined || clientName === undefined || uuid === undefined) return undefined;
  const ids = [registrant.id, client.id].filter((id) => id !== undefined && id !== null);
  if (!ids.every((id) => readKey(LDA_ID, String(id)))) return undefined;
  const type = plainText(filing.filing_type) ?? '';
  const posted = plainText(filing.dt_posted) ?? '';
  const filingDate = dateFrom('dt_posted', posted || undefined, warn, easternDate) ?? null;
  const activities = activitiesOf(filing);
  const issues = activities.flatMap(({ issueDescription }) => issueDescription ?? []);
  const income = amountFrom('income', plainText(filing.income), warn);
  const expenses = amountFrom('expenses', plainText(filing.expenses), warn);
  const relation = [registrant.id ?? registrantName, client.id ?? clientName];
  const kind = /^R/.test(type) ? 'registration' : 'report';
  return {
    key: [...relation, filing.filing_year, filing.filing_period, kind].map(String).join('/'),
    version: postedAt(posted),
    date: filingDate ?? '',
    document: {
      registrantName,
      clientName,
      // An outside firm states income, a body that lobbies for itself expenses; a registration neither.
      amount: income ?? expenses,
      issueArea: issues.length > 0 ? [...new Set(issues)].join('; ') : null,
      filingDate,
      filingId: uuid,
      filingType: type === '' ? null : type,
      filingYear: integerOf(filing.filing_year),
      filingPeriod: plainText(filing.filing_period) ?? null,
      filingTypeDisplay: plainText(filing.filing_type_display) ?? null,
      filingPeriodDisplay: plainText(filing.filing_period_display) ?? null,
      registrantId: integerOf(registrant.id),
      clientId: integerOf(client.id),
      clientDescription: plainText(client.general_description) ?? null,
      income,
      expenses,
      activities,
      documentUrl: plainText(filing.filing_document_url) ?? null,
    } satisfies LobbyingDocument,
    parties: [clientParty(client, clientName), registrantParty(registrant, registrantName)],
  };
}

/** The issues that are lobbied for; who does it stays out. */
function activitiesOf({ lobbying_activities: all }: Json): LobbyingActivity[] {
  if (!Array.isArray(all)) return [];
  return all.filter(isObject).map((activity) => ({
    issueCode: plainText(activity.general_issue_code) ?? null,
    issueDescription: plainText(activity.general_issue_code_display) ?? null,
    description: plainText(activity.description) ?? null,
  }));
}

function integerOf(value: unknown): number | null {
  const text = plainText(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A client has a number per registrant (87 for one company), so name and state identify it. */
function clientParty(client: Json, name: string): Party {
  const state = plainText(client.state);
  const address = partyAddress({ state });
  return {
    key: namedKey('client', name, state),
    names: currentName(name),
    ...(address && isAmerican(client) && { address }),
  };
}

function registrantParty(registrant: Json, name: string): Party {
  // No address of a person is kept: it is a home as a rule.
  const isFirm = subjectTypeOfName(name) === 'organization';
  const address = partyAddress({
    street: [plainText(registrant.address_1), plainText(registrant.address_2)],
    city: plainText(registrant.city),
    state: plainText(registrant.state),
    zip: plainText(registrant.zip),
  });
  return {
    key: registrant.id === undefined ? namedKey('registrant', name) : `registrant:${String(registrant.id)}`,
    names: currentName(name),
    ...(address && isAmerican(registrant) && isFirm && { address }),
  };
}

function isAmerican(party: Json): boolean {
  return party.country === undefined || party.country === null || party.country === 'US';
}

/** In UTC, so that texts compare as times. */
function postedAt(posted: string): string {
  const time = Date.parse(posted);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The calendar date in US Eastern time of a timestamp with an offset; `undefined` for what is none. */
export function easternDate(timestamp: string): string | undefined {
  const time = Date.parse(timestamp);
  return /T.*(Z|[+-]\d\d:?\d\d)$/.test(timestamp) && !Number.isNaN(time) ? EASTERN.format(time) : undefined;
}

const EASTERN = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** Character references read, blanks collapsed; numbers as text; `undefined` where nothing is left. */
export function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value)
    .replace(/&#(\d{1,6});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&(amp|quot|apos|lt|gt|nbsp);/g, (_, name: string) => NAMED[name] ?? '')
    .replace(/[\s\u200b]+/g, ' ')
    .trim()
    .normalize();
  return text === '' ? undefined : text;
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' },
};
