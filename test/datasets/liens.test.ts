import { describe, expect, it } from 'vitest';
import type { TableLayout } from '../../src/sources/declare/index.js';
import { UCC_TABLES, usCoUcc } from '../../src/sources/us/co/ucc.js';
import { usCtUcc } from '../../src/sources/us/ct/ucc.js';
import { csv, readTexts } from './read-dataset.js';

const blank = (layout: TableLayout) =>
  Object.fromEntries([...layout.columns, ...(layout.ignore ?? [])].map((column) => [column, '']));

describe('Connecticut liens', () => {
  const layout = (usCtUcc.input.kind === 'tables' ? usCtUcc.input.tables.liens : undefined) as TableLayout;
  const row = (values: Readonly<Record<string, string>>) => ({
    ...blank(layout),
    ...{
      id_lien_flng_nbr: '0003388083',
      id_ucc_flng_nbr: '0003388083',
      lien_status: 'Active',
      cd_flng_type: 'ORIG FIN STMT',
    },
    ...{
      dt_accept: '07/09/2020',
      dt_lapse: '9999-12-31',
      debtor_nm_bus: 'INVENTED, LLC',
      debtor_ad_str1: '1 A ST',
    },
    ...{ debtor_ad_city: 'X', debtor_ad_state: 'CT', debtor_ad_zip: '06067', sec_party_nm_bus: 'A BANK' },
    ...values,
  });
  const read = async (...rows: readonly Record<string, string>[]) =>
    (await readTexts(usCtUcc, csv(...rows))).drafts;

  it('are one filing for all pairings of debtors and secured parties, rows that stand twice included', async () => {
    const drafts = await read(
      row({}),
      row({}),
      row({ sec_party_nm_bus: 'B BANK' }),
      row({ debtor_nm_bus: 'SECOND, LLC' }),
      row({ debtor_nm_bus: 'SECOND, LLC', sec_party_nm_bus: 'B BANK' }),
    );
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.document).toMatchObject({
      filingNumber: '0003388083',
      debtors: [{ name: 'INVENTED, LLC' }, { name: 'SECOND, LLC' }],
      securedParties: [{ name: 'A BANK', address: null }, { name: 'B BANK' }],
      lapseDate: null,
      filedDate: '2020-07-09',
    });
    expect(drafts[0]?.parties).toHaveLength(2);
  });

  it('name persons without their address, and link nothing to them', async () => {
    const person = { debtor_nm_bus: '', debtor_nm_last: 'ALEX RIVERA' };
    const [draft] = await read(row(person));
    expect(draft?.document).toMatchObject({ debtors: [{ name: 'ALEX RIVERA', address: null }] });
    expect(draft?.parties).toEqual([]);
  });
});

describe('Colorado liens', () => {
  const tables: Readonly<Record<string, TableLayout>> = UCC_TABLES;
  const table = (name: string, ...rows: readonly Readonly<Record<string, string>>[]) => {
    const layout = tables[name] as TableLayout;
    return csv(...rows.map((values) => ({ ...blank(layout), fileid: '7', ...values })));
  };
  const first = {
    ...{ transactionid: '1', masterdocumentid: '20091234567', transactiontype: 'Initial', filingtype: 'UCC' },
    ...{ filingdate: '2009-01-05T00:00:00.000', lapsedate: '2014-01-05T00:00:00.000' },
  };
  const read = async (...texts: readonly string[]) => (await readTexts(usCoUcc, ...texts)).drafts;

  it('are joined on the file: parties are added and deleted by what is filed later', async () => {
    const drafts = await read(
      table('filings', first, {
        ...first,
        transactionid: '2',
        transactiontype: 'Amendment',
        filingdate: '2010-02-01',
      }),
      table(
        'debtors',
        {
          debtorid: '10',
          organizationname: '"INVENTED\'S EXCAVATION, INCORPORATED"',
          actiontype: 'Add',
          address1: 'PO BOX 754',
          city: 'X',
          state: 'CO',
          zipcode: '80543',
        },
        { debtorid: '11', organizationname: 'GONE CONCRETE COMPANY', actiontype: 'Add' },
        { debtorid: '12', organizationname: 'Gone Concrete  Company', actiontype: 'Delete' },
        {
          debtorid: '13',
          firstname: 'PERFECTO',
          lastname: 'RIVERA',
          address1: '1 HOME ST',
          city: 'X',
          state: 'CO',
        },
      ),
      table('securedParties', { spid: '20', organizationname: 'A BANK' }),
      table('collateral', { collateralid: '30', collateraldescription: 'ONE TRACTOR' }),
    );
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.document).toEqual({
      filingNumber: '20091234567',
      type: 'UCC',
      status: null,
      filedDate: '2009-01-05',
      lapseDate: '2014-01-05',
      debtors: [
        { name: "INVENTED'S EXCAVATION, INCORPORATED", address: 'PO BOX 754, X, CO 80543' },
        { name: 'PERFECTO RIVERA', address: null },
      ],
      securedParties: [{ name: 'A BANK', address: null }],
      collateral: 'ONE TRACTOR',
    });
    expect(drafts[0]?.parties).toHaveLength(1);
  });

  it('lapse when their last continuation does, and end with a termination', async () => {
    const continued = {
      ...first,
      transactionid: '2',
      transactiontype: 'Continuation',
      filingdate: '2013-09-01',
      lapsedate: '2019-01-05',
    };
    const ended = {
      ...first,
      transactionid: '3',
      transactiontype: 'Termination',
      filingdate: '2016-09-01',
      lapsedate: '',
      terminationflag: 'Y',
    };
    expect((await read(table('filings', first, continued)))[0]?.document).toMatchObject({
      lapseDate: '2019-01-05',
      status: null,
    });
    expect((await read(table('filings', first, continued, ended)))[0]?.document).toMatchObject({
      status: 'Terminated',
    });
  });
});
