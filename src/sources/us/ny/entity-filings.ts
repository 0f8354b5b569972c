import { defineDataset } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { currentName } from '../../support/parties.js';
import { dateIn } from '../../support/values.js';
import { NY_DOS_ID } from '../keys.js';
import { usNyDailyFilings } from './daily-filings.js';

const { agency, licence, every, fetch, layout, coverage } = usNyDailyFilings;

/**
 * The same files as filings of the registered entities: both tables of the Department have the DOS id, so that the
 * party's key is the entity's id and nothing needs to be judged.
 */
export const usNyEntityFilings = defineDataset({
  id: 'us_ny_entity_filings',
  title: 'New York Daily Corporation and Other Entity Filings, of registered entities',
  ...{ agency, licence, every, fetch, layout, ...(coverage !== undefined && { coverage }) },
  filesOf: usNyDailyFilings.id,
  states: ['NY'],
  delivery: 'increment',
  expect: { min: 1 },
  main: 'filings',
  tables: {
    filings: {
      format: { kind: 'portal' },
      columns: columns('filing_type dos_id filing_date corp_name law'),
      keys: { dos_id: NY_DOS_ID },
      ignore: columns(
        'entity_type fictitious_name pre_corp_name approved_date eff_date cnty_prin_ofc filer_name filer_addr1',
        'filer_addr2 filer_city filer_state filer_zip5 sop_name sop_addr1 sop_addr2 sop_city sop_state sop_zip5',
      ),
    },
  },
  record: (group) => {
    const row = group.one('filings');
    if (row === undefined) return undefined;
    const number = row.need('dos_id');
    const type = row.need('filing_type');
    row.need('filing_date');
    const date = dateIn(row, 'filing_date');
    if (date === undefined) return undefined;
    return {
      key: `${number}:${date}:${type}`,
      date,
      document: { type, date, description: row.take('law') ?? null },
      parties: [{ key: `NY:${number}`, names: currentName(row.need('corp_name')) }],
    };
  },
});
