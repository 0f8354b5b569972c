import type { RegisteredAgent } from '../../../domain/entity.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { defineSource, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { AK_ENTITY } from '../keys.js';
import { statusIn, typeIn, words } from '../words.js';

const COLUMNS = columns(
  'corptype entitynumber legalname assumedname status akformeddate registeredagent entityphysaddress1',
  'entityphysaddress2 entityphyscity entityphysstateprovince entityphyszip entityphyscountry entitymailingaddress1',
  'entitymailingaddress2 entitymailingcity entitymailingstateprovince entitymailingzip entitymailingcountry',
  'registeredphysaddress1 registeredphysaddress2 registeredphyscity registeredphysstateprovince registeredphyszip',
  'registeredphyscountry registeredmailaddress1 registeredmailaddress2 registeredmailcity',
  'registeredmailstateprovince registeredmailzip registeredmailcountry homestate',
);
type CorporationRow = Row<(typeof COLUMNS)[number]>;
type Block = 'entityphys' | 'entitymailing' | 'registeredphys' | 'registeredmail';

/**
 * Twelve types are published; these were seen. A type that reserves a name, without an entity, has the class
 * `other`.
 */
const TYPES = words({
  llc: 'Limited Liability Company',
  nonprofit: 'Nonprofit Corporation',
  other: 'Business Name Registration; Foreign Corporate Name Registration',
});

/** Three are published, these were seen; bodies that have ended are not in the file. */
const STATUSES = words({ active: 'Good Standing; Active Name' });

export const usAkCorporations = defineSource({
  id: 'us_ak_corporations',
  title: 'Alaska Corporations',
  agency: {
    name: 'Alaska Department of Commerce, Community, and Economic Development',
    level: 'state',
    url: 'https://www.commerce.alaska.gov/web/cbpl',
  },
  licence: 'public record',
  every: 'day',
  fetch: {
    kind: 'manual',
    how: 'Take CorporationsDownload.CSV from www.commerce.alaska.gov/web/cbpl; the page keeps programs out.',
  },
  layout: 'verified',
  coverage: 'Entities in good standing and names in force; those that have ended are left out. No officers.',
  recordClass: 'registry_entity',
  idScheme: 'bulk',
  state: 'AK',
  publishes: { officers: false, filings: false },
  expect: { min: 60_000, filled: { type: 0.95, status: 0.95, formedDate: 0.8 } },
  columns: COLUMNS,
  keys: { entitynumber: AK_ENTITY },
  // End dates of a name or report; may be `Perpetual`.
  ignore: columns('durationexpirationdate homecountry nextbrduedate'),
  record: (row) => {
    const { type, typeClass } = typeIn(row, 'corptype', TYPES);
    const assumed = row.take('assumedname');
    return {
      // Not a number: `72D` is one too.
      key: row.need('entitynumber'),
      name: row.need('legalname'),
      otherNames: assumed === undefined ? [] : [{ name: assumed, kind: 'assumed' }],
      recordClass: type?.endsWith('Name Registration') ? 'name_registration' : undefined,
      type,
      typeClass,
      ...statusIn(row, 'status', STATUSES),
      ...formationOf(dateIn(row, 'akformeddate'), isForeign(row, type)),
      registeredAgent: agentOf(row),
      principalAddress: firstAddress(row, 'entityphys', 'entitymailing'),
    };
  },
});

/** The home is a state's name or code; blank and Alaska are at home. */
function isForeign(row: CorporationRow, type: string | undefined): boolean {
  const home = row.take('homestate');
  return isForeignType(type) || (home !== undefined && stateCode(home) !== 'AK');
}

function agentOf(row: CorporationRow): RegisteredAgent | undefined {
  const name = row.take('registeredagent');
  const address = firstAddress(row, 'registeredphys', 'registeredmail') ?? null;
  return name === undefined ? undefined : { name, address };
}

/** Its place, else the one to which its mail goes. */
function firstAddress(row: CorporationRow, ...blocks: readonly Block[]): string | undefined {
  return blocks.map((block) => addressOf(row, block)).find((address) => address !== undefined);
}

function addressOf(row: CorporationRow, block: Block): string | undefined {
  return oneLineAddress({
    street: [row.take(`${block}address1`), row.take(`${block}address2`)],
    city: row.take(`${block}city`),
    state: row.take(`${block}stateprovince`),
    zip: row.take(`${block}zip`),
    country: row.take(`${block}country`),
  });
}
