import { stateCode } from '../../../domain/places/place-codes.js';
import { defineDataset } from '../../declare/index.js';
import { exclusion } from '../../support/exclusions.js';
import { dateIn } from '../../support/values.js';
import { FDIC_CERTIFICATE } from '../keys.js';
import { usFdicInstitutions } from './institutions.js';

export const usFdicFailedBanks = defineDataset({
  id: 'us_fdic_failed_banks',
  title: 'FDIC Failed Bank List',
  agency: usFdicInstitutions.agency,
  licence: 'public domain',
  every: 'week',
  fetch: {
    kind: 'urls',
    urls: ['https://www.fdic.gov/resources/resolutions/bank-failures/failed-bank-list/banklist.csv'],
    host: 'www.fdic.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage: 'Banks that failed since October 2000.',
  delivery: 'snapshot',
  expect: { min: 1 },
  tables: {
    banks: {
      format: { kind: 'portal', fallback: 'windows-1252' },
      columns: ['bank_name', 'city', 'state', 'cert', 'acquiring_institution', 'closing_date'],
      keys: { cert: FDIC_CERTIFICATE },
      ignore: ['fund'],
    },
  },
  record: (group) => {
    const row = group.one('banks');
    if (row === undefined) return undefined;
    const cert = row.need('cert');
    const acquirer = row.take('acquiring_institution');
    return exclusion({
      key: cert,
      names: [row.need('bank_name')],
      identifiers: [{ scheme: 'fdic_cert', value: cert }],
      list: 'Failed bank',
      program: acquirer === undefined ? null : `Acquired by ${acquirer}`,
      agency: null,
      startDate: dateIn(row, 'closing_date', closingDate) ?? null,
      endDate: null,
      place: { city: row.take('city') ?? null, state: stateCode(row.take('state')) ?? null, country: 'USA' },
    });
  },
});

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `23-Oct-20`: the list starts in 2000. */
function closingDate(text: string): string | undefined {
  const [, day, month = '', year] = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{2})$/.exec(text) ?? [];
  const at = MONTHS.indexOf(month);
  if (day === undefined || year === undefined || at < 0 || at % 3 !== 0) return undefined;
  return `20${year}-${String(at / 3 + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
