import { columns } from '../../support/columns.js';

/**
 * The last thirty days of filings. No row of this table was at hand; its columns are known from programs that read
 * it. It has no number of the filing, so the key is the entity, the day and the kind of filing: two filings of one
 * kind by one entity on one day are one record.
 *
 * Who sent the filing in, and where process is sent, are neither the entity nor its agent.
 */
export const FILING_COLUMNS = {
  columns: columns('filing_type dos_id filing_date entity_type corp_name fictitious_name pre_corp_name law'),
  ignore: columns(
    'approved_date eff_date cnty_prin_ofc filer_name filer_addr1 filer_addr2 filer_city filer_state filer_zip5',
    'sop_name sop_addr1 sop_addr2 sop_city sop_state sop_zip5',
  ),
} as const;

/** How the portal is asked for a filing, whose key begins with the DOS id; thirty days are read whole every time. */
export const ASKED_BY = {
  key: 'dos_id',
  keyHolds: (key: string) => [key.slice(0, key.indexOf(':'))],
  name: 'corp_name',
  cursor: null,
};
