import type { Activity, TypeClass } from '../../../contract/vocabulary.js';
import type { EntityFiling, Officer, OtherName, RegisteredAgent } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { type ColumnsOf, defineGroupedSource, type Group, type Row } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import { formationOf } from '../formation.js';
import { REGISTRY_TABLES } from './registry-tables.js';

/** `Domestic` or `Foreign`. */
function isForeign(citizenship: string | undefined): boolean {
  return citizenship?.toLowerCase() === 'foreign';
}

const HOST = 'data.ct.gov';
const DATASETS = {
  master: 'n7gp-d28j',
  agents: 'qh2m-n44y',
  principals: 'ka36-64k6',
  filings: 'ah3s-bes7',
  nameChanges: 'enwv-52we',
};

export const usCtBusinessRegistry = defineGroupedSource({
  id: 'us_ct_business_registry',
  title: 'Connecticut Business Registry',
  agency: { name: 'Connecticut Secretary of the State', level: 'state', url: 'https://business.ct.gov' },
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: Object.values(DATASETS).map((id) => `https://${HOST}/api/views/${id}/rows.csv?accessType=DOWNLOAD`),
    host: HOST,
    perSecond: 1,
  },
  portal: { kind: 'socrata', host: HOST, tables: DATASETS, key: ['accountnumber'], names: ['name'] },
  layout: 'unverified',
  coverage:
    'Entities of every status. Agents, principals, filings and former names come from four companion ' +
    'tables; only the layout of the master table is proven by real rows.',
  recordClass: 'registry_entity',
  idScheme: 'portal',
  state: 'CT',
  publishes: {},
  expect: { min: 1_000_000, filled: { status: 0.95, type: 0.9, formedDate: 0.8 } },
  tables: REGISTRY_TABLES,
  main: 'master',
  record: (group) => {
    const row = group.one('master');
    if (row === undefined) return undefined;
    const name = row.need('name');
    return {
      key: row.need('accountnumber'),
      name,
      otherNames: formerNamesOf(group, name),
      ...wordsOf(row),
      ...formationOf(dateIn(row, 'date_registration'), isForeign(row.take('citizenship'))),
      registeredAgent: agentOf(group),
      principalAddress: oneLineAddress({
        street: [row.take('billingstreet'), row.take('billing_unit')],
        city: row.take('billingcity'),
        state: row.take('billingstate'),
        zip: row.take('billingpostalcode'),
        country: row.take('billingcountry'),
      }),
      officers: group.all('principals').flatMap(officerOf),
      filings: group.all('filings').flatMap(filingOf),
    };
  },
});

function wordsOf(row: Row<'business_type' | 'status'>) {
  const type = row.take('business_type');
  const status = row.take('status');
  const typeClass = TYPE_CLASSES.get(type ?? '');
  const activity = ACTIVITY_BY_STATUS.get(status ?? '');
  if (type !== undefined && typeClass === undefined) row.unknown('business_type', type);
  if (status !== undefined && activity === undefined) row.unknown('status', status);
  return { type, typeClass, status, activity };
}

/** The register's own words for kinds of business; 11 are published, these are the ones seen. */
const TYPE_CLASSES: ReadonlyMap<string, TypeClass> = new Map([
  ['LLC', 'llc'],
  ['Stock', 'corporation'],
  ['B Corp', 'corporation'],
  ['Non-Stock', 'nonprofit'],
  ['Limited Partnership', 'lp'],
  ['LP', 'lp'],
  ['LLP', 'llp'],
  ['Statutory Trust', 'trust'],
]);

/** 16 statuses are published, Active, Forfeited and Dissolved were seen; the rest follow the same statutes. */
const ACTIVITY_BY_STATUS: ReadonlyMap<string, Activity> = new Map([
  ['Active', 'active'],
  ['Forfeited', 'inactive'],
  ['Dissolved', 'inactive'],
  ['Withdrawn', 'inactive'],
  ['Cancelled', 'inactive'],
  ['Merged', 'inactive'],
  ['Consolidated', 'inactive'],
  ['Converted', 'inactive'],
  ['Expired', 'inactive'],
  ['Revoked', 'inactive'],
]);

type Registry = Group<typeof REGISTRY_TABLES>;
type RowOf<Table extends keyof typeof REGISTRY_TABLES> = Row<ColumnsOf<(typeof REGISTRY_TABLES)[Table]>>;

function agentOf(group: Registry): RegisteredAgent | undefined {
  const row = group.one('agents');
  const name = row && nameOf(row);
  if (row === undefined || name === undefined) return undefined;
  const whole = row.take('business_address');
  const address = oneLineAddress({
    street: [row.take('business_street_address_1'), row.take('business_street_address_2')],
    city: row.take('business_city'),
    state: row.take('business_state'),
    zip: row.take('business_zip_code'),
  });
  return { name, address: address ?? oneLineAddress({ street: whole }) ?? null };
}

function officerOf(row: RowOf<'principals'>): readonly Officer[] {
  const name = nameOf(row);
  return name === undefined ? [] : [{ name, title: row.take('designation') ?? null }];
}

function filingOf(row: RowOf<'filings'>): readonly EntityFiling[] {
  const type = row.take('filing_type');
  const date = dateIn(row, 'filing_date') ?? null;
  return type === undefined ? [] : [{ type, date, description: null, number: row.take('name') }];
}

/** Each change names both sides; the side that is not the name of today is a former one. */
function formerNamesOf(group: Registry, today: string): OtherName[] {
  const names = group
    .all('nameChanges')
    .flatMap((row) => [row.take('business_name_old'), row.take('business_name_new')]);
  const former = new Set(names.filter((name): name is string => name !== undefined && name !== today));
  return [...former].map((name) => ({ name, kind: 'former' }));
}

function nameOf(row: RowOf<'agents'> | RowOf<'principals'>): string | undefined {
  const person = personName({ first: row.take('firstname'), last: row.take('lastname') });
  return row.take('name__c') ?? person;
}
