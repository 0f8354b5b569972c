import type { Row, Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { OR_REGISTRY } from '../keys.js';
import { typeByEnding, words } from '../words.js';

/** Tested with five related tables of 2017 with the same columns; two column names differ in one. */
export const BUSINESS_TABLES = {
  main: {
    format: { kind: 'portal' },
    columns: columns(
      'registry_number business_name entity_type registry_date associated_name_type first_name middle_name',
      'last_name suffix not_of_record_entity entity_of_record_name address address_continued city state zip',
    ),
    aliases: { zip_code: 'zip' },
    ignore: columns('entity_of_record_reg_number business_details nonprofit_type updated_at'),
    groupBy: 'registry_number',
    keys: { registry_number: OR_REGISTRY },
  },
} as const satisfies Tables;

/** The type, and whether an assumed business name is not an entity of the register. */
export function classOf(row: Row<'entity_type'>) {
  const found = typeByEnding(row, 'entity_type', TYPES);
  return { ...found, recordClass: found.type === ASSUMED_NAME ? ('name_registration' as const) : undefined };
}

const ASSUMED_NAME = 'ASSUMED BUSINESS NAME';

/** By the end of the published type. An assumed business name does not reveal the kind of entity. */
const TYPES = words({
  nonprofit: 'NONPROFIT CORPORATION',
  corporation: 'BUSINESS CORPORATION; PROFESSIONAL CORPORATION',
  cooperative: 'COOPERATIVE',
  llc: 'LIMITED LIABILITY COMPANY',
  llp: 'LIMITED LIABILITY PARTNERSHIP',
  lp: 'LIMITED PARTNERSHIP',
  other: ASSUMED_NAME,
});
