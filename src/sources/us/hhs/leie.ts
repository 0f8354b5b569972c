import { createHash } from 'node:crypto';
import { readNumber } from '../../../domain/numbers.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { exclusion } from '../../support/exclusions.js';
import { dateIn } from '../../support/values.js';
import { NAME } from '../keys.js';

export const usHhsLeie = defineDataset({
  id: 'us_hhs_leie',
  title: 'HHS OIG List of Excluded Individuals/Entities',
  agency: {
    name: 'Office of Inspector General, US Department of Health and Human Services',
    level: 'federal',
    url: 'https://oig.hhs.gov/exclusions',
  },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'urls',
    urls: ['https://oig.hhs.gov/exclusions/downloadables/UPDATED.csv'],
    host: 'oig.hhs.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage:
    'Entities. Individuals, birth dates and street addresses are not kept. The publisher cuts names after 30 characters, and old entries have no NPI.',
  delivery: 'snapshot',
  expect: { min: 1 },
  tables: {
    entries: {
      format: { kind: 'portal' },
      columns: columns('BUSNAME GENERAL SPECIALTY NPI CITY STATE EXCLTYPE EXCLDATE REINDATE'),
      keys: { BUSNAME: NAME },
      ignore: columns('LASTNAME FIRSTNAME MIDNAME UPIN DOB ADDRESS ZIP WAIVERDATE WVRSTATE'),
    },
  },
  record: (group) => {
    const row = group.one('entries');
    const name = row?.take('BUSNAME');
    if (row === undefined || name === undefined) return undefined;
    const npi = readNumber('npi', row.take('NPI') ?? '');
    const [city, state] = [row.take('CITY') ?? null, stateCode(row.take('STATE')) ?? null];
    const type = row.take('EXCLTYPE') ?? null;
    const startDate = dateIn(row, 'EXCLDATE', yearFirstDate) ?? null;
    const kind = [row.take('GENERAL'), row.take('SPECIALTY')].filter((text) => text !== undefined).join(', ');
    return exclusion({
      key: createHash('sha1')
        .update(JSON.stringify([name, npi?.value ?? null, city, state, type, startDate]))
        .digest('hex'),
      names: [name],
      isCut: true,
      identifiers: npi ? [{ scheme: 'npi', value: npi.value }] : [],
      list: kind === '' ? 'Excluded entity' : kind,
      program: type === null ? null : `Section ${type} of the Social Security Act`,
      agency: null,
      startDate,
      endDate: dateIn(row, 'REINDATE', yearFirstDate) ?? null,
      place: { city, state, country: 'USA' },
    });
  },
});
