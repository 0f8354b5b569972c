import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../src/domain/records/report-document.js';
import { usSecCompanyFacts } from '../../src/sources/us/sec/company-facts.js';
import { readTexts } from './read-dataset.js';

const value = (end: string, val: unknown, accn: string, more: object = {}) => ({
  ...{ end, val, accn, fy: 2021, fp: 'FY', form: '10-K', filed: `20${accn.slice(11, 13)}-03-01` },
  ...more,
});
const FIRST = '0009990001-20-000001';
const SECOND = '0009990001-21-000001';

const text = (facts: object) => JSON.stringify({ cik: 9990001, entityName: 'INVENTED FUND', facts });
const units = (unit: string, ...values: object[]) => ({
  label: null,
  description: null,
  units: { [unit]: values },
});

describe('company facts', () => {
  it('are grouped by the filing that states them: a restated value stands beside the first one', async () => {
    const { drafts, warnings } = await readTexts(
      usSecCompanyFacts,
      text({
        'us-gaap': {
          Assets: units(
            'USD',
            value('2019-12-31', 50, FIRST),
            value('2019-12-31', 55, SECOND),
            value('2020-12-31', 70.5, SECOND),
            value('2020-12-31', 70.5, SECOND, { frame: 'CY2020Q4I' }),
          ),
          Revenues: units(
            'USD',
            value('2020-12-31', 9, SECOND, { start: '2020-01-01' }),
            value('2020-12-31', 2, SECOND, { start: '2020-10-01' }),
            value('2020-12-26', 8, SECOND, { start: '2019-12-29' }),
          ),
          NotAHeadline: units('USD', value('2020-12-31', 1, SECOND)),
        },
      }),
    );
    expect(warnings).toEqual([]);
    const reports = drafts
      .map(({ document }) => document as ReportDocument)
      .sort((one, other) => one.filed.localeCompare(other.filed));
    expect(reports.map(({ accession, filed, period }) => [accession, filed, period])).toEqual([
      [FIRST, '2020-03-01', null],
      [SECOND, '2021-03-01', null],
    ]);
    expect(
      reports.map(({ facts }) => facts.map(({ tag, end, quarters, value: is }) => [tag, end, quarters, is])),
    ).toEqual([
      [['Assets', '2019-12-31', 0, 50]],
      [
        ['Revenues', '2020-12-31', 1, 2],
        ['Revenues', '2020-12-31', 4, 9],
        ['Revenues', '2020-12-26', 4, 8],
        ['Assets', '2020-12-31', 0, 70.5],
        ['Assets', '2019-12-31', 0, 55],
      ],
    ]);
  });

  it('without a number, a day or a filing are skipped with a warning, and the others are kept', async () => {
    const { drafts, warnings } = await readTexts(
      usSecCompanyFacts,
      text({
        dei: {
          EntityPublicFloat: units(
            'USD',
            value('2020-06-30', '12', FIRST),
            value('June', 12, FIRST),
            { end: '2020-06-30', val: 12 },
            value('2020-06-30', 12, FIRST),
          ),
        },
      }),
    );
    expect(drafts).toHaveLength(1);
    expect(warnings.join()).toContain('unreadable_fact: EntityPublicFloat');
  });

  it('of another kind of document are refused', async () => {
    await expect(readTexts(usSecCompanyFacts, '{"cik":1,"filings":{}}')).rejects.toThrow(
      'This is no document of company facts.',
    );
  });
});
