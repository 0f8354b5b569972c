import type { Officer } from '../../../domain/entity.js';
import type { ColumnsOf, Row, Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { PA_FILING } from '../keys.js';
import { inRole, personIn } from '../parts.js';
import { words } from '../words.js';

/**
 * One row per party: the rows of one filing number are one record. The columns of an entity are proven by live rows;
 * those of a party are known from programs that read them. Names are title-cased by the portal (`Daff Trucking Llc`).
 */
export const PARTY_TABLES = {
  main: {
    format: { kind: 'portal' },
    columns: columns(
      'business_name filing_number address_line1 address_line2 city state zip typeofbusinessregistration',
      'creationdate party_type last_name first_name middle_name',
    ),
    ignore: columns('shortcountyname county_name'),
    groupBy: 'filing_number',
    keys: { filing_number: PA_FILING },
    carries: { officers: columns('last_name first_name middle_name') },
  },
} as const satisfies Tables;

export const STREET = ['address_line1', 'address_line2'] as const;

export function partyOf(row: Row<ColumnsOf<(typeof PARTY_TABLES)['main']>>): readonly Officer[] {
  return inRole(row.take('party_type') ?? null, personIn(row, 'first_name', 'middle_name', 'last_name'));
}

/** By the end of the published type; `Authority` and the like have no class. */
export const TYPES = words({
  llc: 'Limited Liability Company',
  nonprofit: 'Nonprofit Corporation',
  corporation: 'Business Corporation',
  lp: 'Limited Partnership (LP/LLLP); Limited Partnership',
  other: 'General Partnership (GP/LLP)',
});
