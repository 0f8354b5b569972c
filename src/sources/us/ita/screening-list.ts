import { createHash } from 'node:crypto';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { exclusion } from '../../support/exclusions.js';
import { dateIn } from '../../support/values.js';
import { NAME } from '../keys.js';

/** Lists of the Bureau of Industry and Security and of the State Department. The Treasury's are read from OFAC. */
export const usItaScreeningList = defineDataset({
  id: 'us_ita_screening_list',
  title: 'Consolidated Screening List, lists of Commerce and State',
  agency: {
    name: 'International Trade Administration',
    level: 'federal',
    url: 'https://www.trade.gov/consolidated-screening-list',
  },
  licence: 'public domain',
  every: 'day',
  fetch: {
    kind: 'urls',
    urls: ['https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv'],
    host: 'data.trade.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage: 'Organizations. Entries of the Treasury are not kept: they are OFAC’s. Addresses are not kept.',
  delivery: 'snapshot',
  expect: { min: 1 },
  tables: {
    entries: {
      format: { kind: 'portal' },
      columns: columns('source name programs addresses start_date end_date alt_names'),
      optional: ['_id'],
      keys: { name: NAME },
      ignore: columns(
        'entity_number type title federal_register_notice standard_order license_requirement license_policy call_sign vessel_type',
        'gross_tonnage gross_registered_tonnage vessel_flag vessel_owner remarks source_list_url citizenships dates_of_birth',
        'nationalities places_of_birth source_information_url ids',
      ),
    },
  },
  record: (group) => {
    const row = group.one('entries');
    const list = row?.take('source');
    const name = row?.take('name');
    row?.take('_id');
    if (row === undefined || list === undefined || name === undefined) return undefined;
    if (/Treasury/.test(list) || subjectTypeOfName(name) === 'person') return undefined;
    const startDate = dateIn(row, 'start_date', yearFirstDate) ?? null;
    const [first = ''] = (row.take('addresses') ?? '').split(';');
    const country = /,\s*([A-Z]{2})$/.exec(first.trim())?.[1] ?? null;
    return exclusion({
      key: createHash('sha1')
        .update(JSON.stringify([list, name, startDate]))
        .digest('hex'),
      names: [
        withoutRider(name),
        ...(row.take('alt_names') ?? '')
          .split(';')
          .map((other) => other.trim())
          .filter((other) => other !== ''),
      ],
      list,
      program: row.take('programs') ?? null,
      agency: null,
      startDate,
      endDate: dateIn(row, 'end_date', yearFirstDate) ?? null,
      place: { city: null, state: null, country },
    });
  },
});

/** `…; and any successor, sub-unit, or subsidiary thereof`. */
function withoutRider(name: string): string {
  return name.replace(/[;,]?\s*and any successor\b.*$/i, '').trim();
}
