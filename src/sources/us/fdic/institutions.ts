import { oneLineAddress } from '../../../domain/places/addresses.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { defineSource, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { FDIC_CERTIFICATE } from '../keys.js';
import { statusOfCode } from '../words.js';

const FIELDS = 'CERT,NAME,ACTIVE,ADDRESS,CITY,STALP,ZIP,ESTYMD,BKCLASS';
const QUERY = `filters=ACTIVE:1&fields=${FIELDS}&sort_by=CERT&limit=10000&format=csv&download=true`;

/**
 * Field names are those of the FDIC's interface. Certificate, name, city and state are proven by values of the FDIC
 * in a table of somebody else's making; unverified are the other fields as they come in the CSV.
 */
export const usFdicInstitutions = defineSource({
  id: 'us_fdic_institutions',
  title: 'FDIC Insured Institutions',
  agency: {
    name: 'Federal Deposit Insurance Corporation',
    level: 'federal',
    url: 'https://banks.data.fdic.gov',
  },
  licence: 'public domain',
  every: 'week',
  fetch: {
    kind: 'urls',
    urls: [`https://api.fdic.gov/banks/institutions?${QUERY}`],
    host: 'api.fdic.gov',
    perSecond: 1,
  },
  layout: 'unverified',
  coverage: 'Active institutions only.',
  recordClass: 'federal_registration',
  idScheme: 'bulk',
  state: null,
  publishes: { officers: false, filings: false },
  expect: { min: 3_500, filled: { status: 0.99 } },
  columns: columns('cert name active city'),
  keys: { cert: FDIC_CERTIFICATE },
  optional: columns('address stalp stname zip estymd bkclass'),
  carries: { type: ['bkclass'], formedDate: ['estymd'] },
  ignore: columns('id score'),
  record: (row) => {
    const cert = row.need('cert');
    const name = row.take('name');
    // The certificate alone identifies nobody.
    if (name === undefined) return undefined;
    const state = row.take('stalp') ?? row.take('stname');
    return {
      // Never the name: 36 banks are called First State Bank.
      key: cert,
      name,
      state: stateCode(state) ?? null,
      type: classOf(row),
      typeClass: undefined,
      ...statusOfCode(row, 'active', { 1: ['Active', 'active'], 0: ['Inactive', 'inactive'] }),
      formedDate: dateIn(row, 'estymd'),
      principalAddress: oneLineAddress({
        street: row.take('address'),
        city: row.take('city'),
        state,
        zip: row.take('zip'),
      }),
      identifiers: [{ scheme: 'fdic_cert', value: cert }],
      linkKeys: [{ scheme: 'fdic_cert', value: cert }],
    };
  },
});

function classOf(row: Row<'bkclass'>): string | undefined {
  const code = row.take('bkclass');
  const type = code === undefined ? undefined : CLASSES[code];
  if (code !== undefined && type === undefined) row.unknown('bkclass', code);
  return type ?? code;
}

/** The FDIC's legend of charter classes. */
const CLASSES: Readonly<Record<string, string>> = {
  N: 'Commercial bank, national charter, Federal Reserve member',
  SM: 'Commercial bank, state charter, Federal Reserve member',
  NM: 'Commercial bank, state charter, not a Federal Reserve member',
  SB: 'Savings bank, state charter',
  SA: 'Savings association',
  OI: 'Insured US branch of a foreign bank',
};
