import type { Identifier } from '../../../domain/entity.js';
import { readNumber } from '../../../domain/numbers.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import type { DatasetDraft } from '../../../domain/records/dataset.js';
import type { Agency, Group, Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { exclusion } from '../../support/exclusions.js';
import { OFAC_ENTRY } from '../keys.js';

export const OFAC: Agency = {
  name: 'Office of Foreign Assets Control, US Department of the Treasury',
  level: 'federal',
  url: 'https://ofac.treasury.gov',
};

const FORMAT = { kind: 'delimited', delimiter: ',', headerless: true } as const;
const OF_ENTRY = { format: FORMAT, groupBy: 'ent_num', keys: { ent_num: OFAC_ENTRY } } as const;

/** The four files of a list have no header; the number of fields tells them apart. */
export const OFAC_TABLES = {
  entries: {
    ...OF_ENTRY,
    columns: columns(
      'ent_num name type program title call_sign vessel_type tonnage gross_tonnage flag owner remarks',
    ),
    ignore: columns('title call_sign vessel_type tonnage gross_tonnage flag owner'),
  },
  addresses: {
    ...OF_ENTRY,
    columns: columns('ent_num add_num street city_state_zip country add_remarks'),
    ignore: columns('add_num street add_remarks'),
    companion: true,
  },
  names: {
    ...OF_ENTRY,
    columns: columns('ent_num alt_num alt_type alt_name alt_remarks'),
    ignore: columns('alt_num alt_type alt_remarks'),
    companion: true,
  },
  comments: {
    ...OF_ENTRY,
    columns: columns('ent_num more_remarks'),
    companion: true,
  },
} as const satisfies Tables;

/** An organization. Individuals, vessels and aircraft are not kept. */
export function ofacEntry(group: Group<typeof OFAC_TABLES>, list: string): DatasetDraft | undefined {
  const row = group.one('entries');
  const name = filled(row?.take('name'));
  const program = filled(row?.take('program')) ?? null;
  const more = group.all('comments').map((comment) => comment.take('more_remarks') ?? '');
  const remarks = [filled(row?.take('remarks')) ?? '', ...more].join('');
  if (row === undefined || name === undefined || filled(row.take('type')) !== undefined) return undefined;
  const addresses = group.all('addresses').map((address) => ({
    place: filled(address.take('city_state_zip')),
    country: filled(address.take('country')),
  }));
  const shown = addresses.find(({ country }) => country === 'United States') ?? addresses[0];
  const [city, region] = (shown?.place ?? '').split(',');
  return exclusion({
    key: row.need('ent_num'),
    names: [name, ...group.all('names').flatMap((other) => filled(other.take('alt_name')) ?? [])],
    identifiers: numbersIn(remarks),
    list,
    program: program?.replaceAll('] [', '; ') ?? null,
    agency: OFAC.name,
    startDate: null,
    endDate: null,
    place: {
      city: city?.trim() || null,
      state: stateCode(region?.trim().split(' ')[0]) ?? null,
      country: shown?.country ?? null,
    },
  });
}

/** `US FEIN 95-4227517; LEI …`. Some that are called FEIN are numbers of other countries. */
function numbersIn(remarks: string): Identifier[] {
  const eins = [...remarks.matchAll(/\bUS FEIN (\d{2}-?\d{7})\b/g)].flatMap(
    ([, text = '']) => readNumber('ein', text) ?? [],
  );
  const leis = [...remarks.matchAll(/\bLEI ([A-Z0-9]{20})\b/g)].flatMap(
    ([, text = '']) => readNumber('lei', text) ?? [],
  );
  return [...eins, ...leis].map(({ scheme, value }) => ({ scheme: scheme as 'ein' | 'lei', value }));
}

/** `-0- ` stands for blank. */
function filled(text: string | undefined): string | undefined {
  return text === '-0-' ? undefined : text;
}
