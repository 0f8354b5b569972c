import { describe, expect, it } from 'vitest';
import { totalOf, withoutEarlierRelease } from '../../src/operations/get-entity/enrich/ppp.js';
import { usSbaPpp } from '../../src/sources/us/sba/ppp.js';
import { csv, readBytes, readTexts } from './read-dataset.js';

const loan = (values: Readonly<Record<string, string>>) => ({
  ...{
    LoanNumber: '9547507704',
    DateApproved: '05/01/2020',
    ProcessingMethod: 'PPP',
    BorrowerName: 'INVENTED COATINGS, INC.',
  },
  ...{ BorrowerAddress: '1 A St', BorrowerCity: 'Sumter', BorrowerState: 'SC', BorrowerZip: '29150-9662' },
  ...{ LoanStatus: 'Paid in Full', CurrentApprovalAmount: '769358.78', ServicingLenderName: 'A Bank' },
  ...{
    JobsReported: '62',
    NAICSCode: '',
    BusinessType: 'Corporation',
    ForgivenessAmount: '',
    ForgivenessDate: '11/20/2020',
  },
  ...values,
});
const ranged = (values: Readonly<Record<string, string>>) => ({
  ...{
    LoanRange: 'a $5-10 million',
    BusinessName: 'INVENTED SYSTEMS INC',
    Address: '1 A ST',
    City: 'BILLINGS',
    State: 'MT',
  },
  ...{
    Zip: '59101',
    NAICSCode: '561330',
    BusinessType: 'Corporation',
    JobsRetained: '',
    DateApproved: '4/3/20',
    Lender: 'A Bank',
  },
  ...values,
});
const documents = async (row: Record<string, string>) =>
  (await readTexts(usSbaPpp, csv(row))).drafts.map((draft) => draft.document);

describe('loans of a file that a spreadsheet saved', () => {
  it('reads accountants’ negatives and serial dates, and reports what it cannot read', async () => {
    const { drafts, warnings } = await readTexts(
      usSbaPpp,
      csv(
        loan({ LoanNumber: '9000000001', CurrentApprovalAmount: '(500.00)', DateApproved: '43952' }),
        loan({ LoanNumber: '9000000002', CurrentApprovalAmount: '1.2E+05', DateApproved: '31/31/2020' }),
        loan({ LoanNumber: '9.0E+09' }),
      ),
    );
    expect(drafts.map(({ document }) => document)).toMatchObject([
      { amount: -500, dateApproved: '2020-05-01' },
      { amount: null, dateApproved: null },
    ]);
    expect(warnings).toEqual([
      'serial_date: dateapproved: read as a date of a spreadsheet',
      'unreadable_value: dateapproved: no date is read from a value like 99/99/9999',
      'unreadable_value: currentapprovalamount: no number is read from a value like 9.9A+99',
      'rejected_row: loannumber is not a loan number (10 digits): 9.0E+09 (row 3)',
    ]);
  });
});

describe('PPP loans', () => {
  it('lose no name in a file that is in Windows-1252, and the run says so', async () => {
    const text = csv(loan({ BorrowerName: 'CAFÉ NIÑO’S, INC.' }), loan({ BorrowerName: 'INVENTED, INC.' }));
    const bytes = Buffer.from(text.replaceAll('’', '\x92'), 'latin1');
    const { drafts, warnings } = await readBytes(usSbaPpp, bytes);
    expect(drafts.map((draft) => draft.parties[0]?.names[0]?.text)).toEqual([
      'CAFÉ NIÑO’S, INC.',
      'INVENTED, INC.',
    ]);
    expect(warnings).toEqual(['windows_1252: file-0.txt']);
    expect((await readTexts(usSbaPpp, text)).warnings).toEqual([]);
  });

  it('of the releases from 2021 on have a number and an amount', async () => {
    expect(await documents(loan({}))).toEqual([
      {
        loanNumber: '9547507704',
        program: 'PPP',
        dateApproved: '2020-05-01',
        amount: 769_358.78,
        amountRange: null,
        forgivenessAmount: null,
        forgivenessDate: '2020-11-20',
        lender: 'A Bank',
        jobsReported: 62,
        naicsCode: null,
        status: 'Paid in Full',
      },
    ]);
  });

  it('of July 2020 have a range, no number, and years of two digits', async () => {
    expect(await documents(ranged({}))).toMatchObject([
      {
        loanNumber: null,
        amount: null,
        amountRange: '$5-10 million',
        dateApproved: '2020-04-03',
        jobsReported: null,
      },
    ]);
  });

  it('to persons are not kept, to firms of persons they are', async () => {
    const type = { BusinessType: 'Sole Proprietorship' };
    expect(await documents(loan({ ...type, BorrowerName: 'ANA MARIA RIVERA' }))).toEqual([]);
    expect(await documents(loan({ ...type, BorrowerName: 'RIVERA ROOFING LLC' }))).toHaveLength(1);
    expect(await documents(loan({ BorrowerName: '' }))).toEqual([]);
  });

  it('of the file that names no borrower are refused in one sentence', async () => {
    const anonymous = csv({
      ' LoanAmount ': '" $20,800 "',
      City: 'X',
      State: 'MT',
      Zip: '59716',
      NAICSCode: '1',
    });
    await expect(readTexts(usSbaPpp, anonymous)).rejects.toThrow(/lacks the columns/);
  });

  it('in both releases count once; the earlier one has no number to tell it by, only its day', () => {
    const numbered = { loanNumber: '1', dateApproved: '2020-04-03', amount: 10 };
    const same = { loanNumber: null, dateApproved: '2020-04-03', amount: null };
    const other = { loanNumber: null, dateApproved: '2020-05-03', amount: null };
    expect(withoutEarlierRelease([numbered, same, other])).toEqual([numbered, other]);
  });

  it('have no total where any amount is unknown, else one exact to the cent', () => {
    expect(totalOf([{ amount: 0.1 }, { amount: 0.2 }])).toBe(0.3);
    expect(totalOf([{ amount: 10 }, { amount: null }])).toBeNull();
  });
});
