import { oneLineAddress } from '../../../domain/places/addresses.js';
import { defineGroupedSource } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import { formationOf } from '../formation.js';
import { wordsOf } from './business-words.js';
import { agentOf, filingOf, formerNamesOf, officerOf } from './companions.js';
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
