import type { Row, Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { OR_REGISTRY } from '../keys.js';
import { typeByEnding, words } from '../words.js';

/** Proven by five sibling tables of the same columns, of 2017; one of them calls two columns otherwise. */
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

/** The type, and of an assumed business name that it is no entity of the register. */
export function classOf(row: Row<'entity_type'>) {
  const found = typeByEnding(row, 'entity_type', TYPES);
  return { ...found, recordClass: found.type === ASSUMED_NAME ? ('name_registration' as const) : undefined };
}

const ASSUMED_NAME = 'ASSUMED BUSINESS NAME';

/** By the end of the published type. An assumed business name does not say what kind of body bears it. */
const TYPES = words({
  nonprofit: 'NONPROFIT CORPORATION',
  corporation: 'BUSINESS CORPORATION; PROFESSIONAL CORPORATION',
  cooperative: 'COOPERATIVE',
  llc: 'LIMITED LIABILITY COMPANY',
  llp: 'LIMITED LIABILITY PARTNERSHIP',
  lp: 'LIMITED PARTNERSHIP',
  other: ASSUMED_NAME,
});
