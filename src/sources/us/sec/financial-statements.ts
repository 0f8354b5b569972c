import { yearFirstDate } from '../../../domain/time/dates.js';
import { defineDataset } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { currentName } from '../../support/parties.js';
import { dateIn } from '../../support/values.js';
import { CIK, EIN } from '../keys.js';
import { SEC } from './agency.js';

/** Each pair of a filer's CIK and EIN once, from the newest submission that states it: the SEC's bridge between the two. */
export const usSecFinancialStatements = defineDataset({
  id: 'us_sec_financial_statements',
  title: 'SEC Financial Statement Data Sets, identifiers of filers',
  agency: SEC,
  licence: 'public domain',
  every: 'quarter',
  fetch: {
    kind: 'manual',
    how: 'Download the quarterly zip files from https://www.sec.gov/dera/data/financial-statement-data-sets.',
  },
  layout: 'verified',
  coverage: 'EINs as filers typed them, of annual and quarterly reports since 2009. Figures are not read.',
  delivery: 'increment',
  expect: { min: 100 },
  tables: {
    sub: {
      format: { kind: 'delimited', delimiter: '\t' },
      columns: columns('adsh cik name ein form filed'),
      optional: columns('former'),
      keys: { cik: CIK, ein: EIN },
      ignore: columns(
        'sic countryba stprba cityba zipba bas1 bas2 baph countryma stprma cityma zipma mas1 mas2 countryinc stprinc changed afs',
        'wksi fye period fy fp accepted prevrpt detail instance nciks aciks',
      ),
    },
  },
  record: (group) => {
    const row = group.one('sub');
    const [cik, ein] = [row?.take('cik'), row?.take('ein')];
    if (row === undefined || cik === undefined || ein === undefined) return undefined;
    const filed = dateIn(row, 'filed', yearFirstDate) ?? '';
    const former = row.take('former');
    const accession = row.need('adsh');
    return {
      key: `${cik}-${ein}`,
      version: `${filed} ${accession}`,
      date: filed,
      document: { cik, ein, accession, form: row.take('form') ?? null },
      parties: [
        {
          key: `cik:${cik}`,
          names: [
            ...currentName(row.need('name')),
            ...(former === undefined ? [] : [{ text: former, kind: 'former' } as const]),
          ],
          identifiers: [
            { scheme: 'cik', value: cik },
            { scheme: 'ein', value: ein },
          ],
        },
      ],
    };
  },
});
