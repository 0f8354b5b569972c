import { describe, expect, it } from 'vitest';
import { usIrsExemptOrganizations } from '../../src/sources/us/irs/exempt-organizations.js';
import { usIrsForm990 } from '../../src/sources/us/irs/form-990.js';
import { zipOf } from '../ingest/read/zip/zip-writer.js';
import { csv, readBytes, readTexts } from './read-dataset.js';

const BLANK = Object.fromEntries(
  (
    'EIN NAME ICO STREET CITY STATE ZIP GROUP SUBSECTION AFFILIATION CLASSIFICATION RULING DEDUCTIBILITY FOUNDATION ' +
    'ACTIVITY ORGANIZATION STATUS TAX_PERIOD ASSET_CD INCOME_CD FILING_REQ_CD PF_FILING_REQ_CD ACCT_PD ASSET_AMT ' +
    'INCOME_AMT REVENUE_AMT NTEE_CD SORT_NAME'
  )
    .split(' ')
    .map((column) => [column, '']),
);
const organization = (values: Record<string, string>) => ({
  ...BLANK,
  EIN: '010000001',
  NAME: 'INVENTED SOCIETY',
  ...values,
});

describe('a return in the layout before 2013', () => {
  const read = async (...body: readonly string[]) => {
    const xml = `<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><Timestamp>2012-05-01T10:00:00-05:00</Timestamp>
      <TaxPeriodEndDate>2011-12-31</TaxPeriodEndDate><ReturnType>990</ReturnType><Filer><EIN>010000001</EIN><Name>
      <BusinessNameLine1>INVENTED FUND</BusinessNameLine1></Name></Filer><TaxYear>2011</TaxYear></ReturnHeader>
      <ReturnData>${body.join('')}</ReturnData></Return>`;
    return (await readTexts(usIrsForm990, xml)).drafts.find(({ key }) => key.includes(' '));
  };

  it('has the same figures under its own names', async () => {
    const draft = await read(
      '<IRS990><TotalRevenueCurrentYear>12</TotalRevenueCurrentYear><TotalNbrEmployees>3</TotalNbrEmployees>',
      '<CompCurrentOfficersDirectors><Total>7</Total></CompCurrentOfficersDirectors></IRS990>',
    );
    expect(draft?.document).toMatchObject({
      ...{ taxYear: 2011, periodEnd: '2011-12-31', filed: '2012-05-01', form: '990', amended: false },
      ...{ revenue: 12, employees: 3, officerCompensation: 7, expenses: null },
    });
  });

  it('names related organizations, and by their numbers it is found', async () => {
    const draft = await read(
      '<IRS990ScheduleR><Form990ScheduleRPartII><NameOfDisregardedEntity><BusinessNameLine1>INVENTED CLINIC',
      '</BusinessNameLine1></NameOfDisregardedEntity><EIN>020000002</EIN><LegalDomicileState>OR</LegalDomicileState>',
      '<DirectControllingEntityNA>N/A</DirectControllingEntityNA><ControlledOrg>true</ControlledOrg>',
      '</Form990ScheduleRPartII></IRS990ScheduleR>',
    );
    expect(draft?.document).toMatchObject({
      related: [
        {
          ...{ name: 'INVENTED CLINIC', ein: '020000002', kind: 'tax-exempt', state: 'OR' },
          ...{ controlledBy: null, isControlled: true, ownership: null },
        },
      ],
    });
    expect(draft?.parties.map(({ key }) => key)).toEqual([
      'lookup:ein:010000001',
      'lookup:related:020000002',
    ]);
  });
});

describe('the Business Master File', () => {
  const read = async (values: Record<string, string>) =>
    (await readTexts(usIrsExemptOrganizations, csv(organization(values)))).drafts[0];

  it('keeps leading zeros of an EIN and writes it with its dash', async () => {
    const draft = await read({ EIN: '010000001' });
    expect(draft?.document).toMatchObject({ ein: '01-0000001' });
    expect(draft?.parties[0]?.identifiers).toEqual([{ scheme: 'ein', value: '010000001' }]);
  });

  it.each([
    ['201912', '2019-12'],
    ['000000', null],
    ['', null],
  ])('dates the amounts by the end of their tax period: %j', async (TAX_PERIOD, taxPeriod) => {
    expect((await read({ TAX_PERIOD }))?.document).toMatchObject({ taxPeriod });
  });

  it.each(['NONE', 'N/A', 'Same as above'])('takes no name from the second line %s', async (SORT_NAME) => {
    for (const GROUP of ['0000', '1234']) {
      const draft = await read({ SORT_NAME, GROUP });
      expect(draft?.parties[0]?.names).toEqual([{ text: 'INVENTED SOCIETY', kind: 'current' }]);
    }
  });

  it('reads an EIN that a spreadsheet spoilt if one can be meant, refuses others, and reports both', async () => {
    const eins = [
      '10000001',
      '42000002.0',
      '="042000009"',
      "'042000008",
      '04-2000007',
      '4.2E+07',
      '1234567890',
    ];
    const { drafts, warnings } = await readTexts(
      usIrsExemptOrganizations,
      csv(...eins.map((EIN) => organization({ EIN }))),
    );
    expect(drafts.map(({ key }) => key)).toEqual([
      '010000001',
      '042000002',
      '042000009',
      '042000008',
      '042000007',
    ]);
    expect(warnings).toEqual([
      'key_restored: ein: read as an EIN (9 digits)',
      'rejected_row: ein is not an EIN (9 digits): 4.2E+07 (row 6)',
      'rejected_row: ein is not an EIN (9 digits): 1234567890 (row 7)',
    ]);
  });

  it.each([
    [{ RULING: '000000' }, { rulingDate: null }],
    [{ RULING: '199905' }, { rulingDate: '199905' }],
    [
      { ASSET_AMT: '', INCOME_AMT: '' },
      { assets: null, income: null },
    ],
    [
      { ASSET_AMT: '0', INCOME_AMT: '-12' },
      { assets: 0, income: -12 },
    ],
    [{ NTEE_CD: '' }, { nteeCode: null }],
    [{ SUBSECTION: '92' }, { subsectionCode: '92' }],
  ])('reads %j as %j: a blank is no zero, and a ruling of zeros is none', async (given, shown) => {
    expect((await read(given))?.document).toMatchObject(shown);
  });

  it('takes gross income, never revenue', async () => {
    expect((await read({ INCOME_AMT: '10', REVENUE_AMT: '7' }))?.document).toMatchObject({ income: 10 });
  });

  it('reads a second line as a name, a subordinate’s only behind its parent’s, a bare number never', async () => {
    const names = async (SORT_NAME: string, GROUP = '0000') =>
      (await read({ SORT_NAME, GROUP }))?.parties[0]?.names;
    const behind = [
      { text: 'INVENTED SOCIETY', kind: 'current' },
      { text: 'INVENTED SOCIETY PRAIRIE COUNTY', kind: 'joined' },
    ];
    expect(await names('PRAIRIE COUNTY')).toEqual([...behind, { text: 'PRAIRIE COUNTY', kind: 'sort' }]);
    expect(await names('PRAIRIE COUNTY', '0925')).toEqual(behind);
    expect(await names('9 681047260418')).toHaveLength(2);
    expect(await names('INC')).toHaveLength(2);
  });

  it('reads in whose care mail goes, and no plus-four of zeros', async () => {
    const draft = await read({
      ICO: '% ANA RIVERA',
      STREET: '1 A ST',
      CITY: 'X',
      STATE: 'CT',
      ZIP: '06069-0000',
    });
    expect(draft?.parties[0]?.people).toEqual(['ANA RIVERA']);
    expect(draft?.parties[0]?.address?.zip).toBe('06069');
  });
});

describe('form 990', () => {
  const header = (inner: string, type = '990') => `<?xml version="1.0" encoding="utf-8"?>\r
<Return xmlns="http://www.irs.gov/efile" returnVersion="2022v5.0"><ReturnHeader>
<ReturnTs>2023-05-01T10:00:00-05:00</ReturnTs><TaxPeriodEndDt>2022-12-31</TaxPeriodEndDt>
<PreparerFirmGrp><PreparerFirmName><BusinessNameLine1Txt>COUNT AND SONS CPA</BusinessNameLine1Txt></PreparerFirmName></PreparerFirmGrp>
<ReturnTypeCd>${type}</ReturnTypeCd><Filer><EIN>010000001</EIN><BusinessName>
<BusinessNameLine1Txt>INVENTED COUNTY PUBLIC</BusinessNameLine1Txt><BusinessNameLine2Txt>EDUCATION FUND</BusinessNameLine2Txt>
</BusinessName><PhoneNum>5551234567</PhoneNum><USAddress><AddressLine1Txt>1 A ST</AddressLine1Txt><CityNm>X</CityNm>
<StateAbbreviationCd>TN</StateAbbreviationCd><ZIPCd>37402</ZIPCd></USAddress></Filer>
<BusinessOfficerGrp><PersonNm>SIGNE RIVERA</PersonNm><PersonTitleTxt>TREASURER</PersonTitleTxt><PhoneNum>5551234567</PhoneNum></BusinessOfficerGrp>
<SigningOfficerGrp><SSN>XXX-XX-XXXX</SSN></SigningOfficerGrp></ReturnHeader><ReturnData>${inner}</ReturnData></Return>`;
  const officers = async (text: string) => {
    const [draft] = (await readTexts(usIrsForm990, text)).drafts;
    return (draft?.document as { officers?: unknown } | undefined)?.officers;
  };

  it.each([
    [
      'form 990 from 2013 on',
      '<IRS990><Form990PartVIISectionAGrp><PersonNm>ANA RIVERA</PersonNm><TitleTxt>CHAIR</TitleTxt></Form990PartVIISectionAGrp></IRS990>',
    ],
    [
      'form 990 before',
      '<IRS990><Form990PartVIISectionA><NamePerson>ANA RIVERA</NamePerson><Title>CHAIR</Title></Form990PartVIISectionA></IRS990>',
    ],
    [
      'form 990-EZ',
      '<IRS990EZ><OfficerDirectorTrusteeEmplGrp><PersonNm>ANA RIVERA</PersonNm><TitleTxt>CHAIR</TitleTxt></OfficerDirectorTrusteeEmplGrp></IRS990EZ>',
    ],
    [
      'form 990-PF',
      '<IRS990PF><OfficerDirTrstKeyEmplInfoGrp><OfficerDirTrstKeyEmplGrp><PersonNm>ANA RIVERA</PersonNm><TitleTxt>CHAIR</TitleTxt></OfficerDirTrstKeyEmplGrp></OfficerDirTrstKeyEmplInfoGrp></IRS990PF>',
    ],
  ])('names officers on %s', async (_, inner) => {
    expect(await officers(header(inner))).toEqual([{ name: 'ANA RIVERA', title: 'CHAIR' }]);
  });

  it.each([
    ['', true],
    ['<OfficerInd>X</OfficerInd>', true],
    ['<IndividualTrusteeOrDirectorInd>X</IndividualTrusteeOrDirectorInd>', true],
    ['<KeyEmployeeInd>X</KeyEmployeeInd>', true],
    ['<HighestCompensatedEmployeeInd>X</HighestCompensatedEmployeeInd>', false],
    ['<OfficerInd>X</OfficerInd><HighestCompensatedEmployeeInd>X</HighestCompensatedEmployeeInd>', true],
    ['<FormerOfcrDirectorTrusteeInd>X</FormerOfcrDirectorTrusteeInd>', false],
    ['<OfficerInd>X</OfficerInd><FormerOfcrDirectorTrusteeInd>true</FormerOfcrDirectorTrusteeInd>', false],
    ['<FormerOfcrDirectorTrusteeInd>false</FormerOfcrDirectorTrusteeInd>', true],
  ])('of those marked %j: in office %s', async (marks, isInOffice) => {
    const group = (inner: string) => `<Form990PartVIISectionAGrp>${inner}</Form990PartVIISectionAGrp>`;
    const chair = group('<PersonNm>ANA RIVERA</PersonNm><TitleTxt>CHAIR</TitleTxt>');
    const other = group(`<PersonNm>BO LEE</PersonNm><TitleTxt>SURGEON</TitleTxt>${marks}`);
    const names = ((await officers(header(`<IRS990>${chair}${other}</IRS990>`))) as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(isInOffice ? ['ANA RIVERA', 'BO LEE'] : ['ANA RIVERA']);
  });

  it('leaves out who left by the title or the name, and names those who stay', async () => {
    const group = (name: string, title: string) =>
      `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm><TitleTxt>${title}</TitleTxt><OfficerInd>X</OfficerInd></Form990PartVIISectionAGrp>`;
    const listed = [
      group('ANA RIVERA', 'CEO'),
      group('BEN SAMPLE', 'FORMER BOARD CHAIR (THRU 3/31/21)'),
      group('CARA SAMPLE THRU 21522', 'BOARD MEMBER'),
      group('DAN SAMPLE', 'TREASURER (THRU 2/23)'),
      group('EVE SAMPLE', 'PAST PRESIDENT'),
      group('FAY SAMPLE', 'DIRECTOR (TERM ENDS 12/2024)'),
    ].join('');
    const { drafts } = await readTexts(usIrsForm990, header(`<IRS990>${listed}</IRS990>`));
    const [draft] = drafts as [(typeof drafts)[number]];
    const left = ['ANA RIVERA', 'EVE SAMPLE', 'FAY SAMPLE'];
    const { officers: stay } = draft.document as { officers: { name: string }[] };
    expect(stay.map(({ name }) => name)).toEqual(left);
    expect(draft.parties[0]?.people).toEqual(left);
  });

  it('names a bank as the trustee it is, and nobody for a reference to a statement', async () => {
    const group = (inner: string) => `<Form990PartVIISectionAGrp>${inner}</Form990PartVIISectionAGrp>`;
    const bank =
      '<BusinessName><BusinessNameLine1Txt>TD Bank NA</BusinessNameLine1Txt></BusinessName><TitleTxt>Trustee</TitleTxt>';
    const text = header(`<IRS990>${group(bank)}${group('<PersonNm>SEE STATEMENT 5</PersonNm>')}</IRS990>`);
    expect(await officers(text)).toEqual([{ name: 'TD Bank NA', title: 'Trustee' }]);
  });

  it('falls back on who signed where the form lists nobody', async () => {
    expect(await officers(header('<IRS990/>'))).toEqual([{ name: 'SIGNE RIVERA', title: 'TREASURER' }]);
  });

  it('takes the filer’s name on both its lines, never the preparer’s', async () => {
    const [draft] = (await readTexts(usIrsForm990, header('<IRS990/>'))).drafts;
    expect(draft?.parties[0]?.names).toEqual([
      { text: 'INVENTED COUNTY PUBLIC EDUCATION FUND', kind: 'current' },
    ]);
  });

  it('keeps no phone and no number of a person', async () => {
    expect(JSON.stringify((await readTexts(usIrsForm990, header('<IRS990/>'))).drafts)).not.toMatch(
      /555|XXX-XX/,
    );
  });

  it('takes nothing from a 990-T and says so', async () => {
    const { drafts, warnings } = await readTexts(usIrsForm990, header('<IRS990T/>', '990T'));
    expect(drafts).toEqual([]);
    expect(warnings).toEqual(['without_officers: A form 990-T names no officers.']);
  });

  it('reads a return behind a byte order mark', async () => {
    expect(await officers(`\ufeff${header('<IRS990/>')}`)).toHaveLength(1);
  });

  it('rejects the members of an archive that are cut or empty, and reads the others', async () => {
    const whole = Buffer.from(header('<IRS990/>'));
    const members = [whole.subarray(0, 900), whole, Buffer.alloc(0), whole];
    const zip = zipOf(members.map((content, index) => ({ name: `${index}.xml`, content })));
    const { drafts, warnings } = await readBytes(usIrsForm990, zip);
    // Of each return its officers and its figures.
    expect(drafts).toHaveLength(4);
    expect(warnings).toEqual([
      expect.stringMatching(/^rejected_row: file-0\.txt \(0\.xml\) is not a complete XML document: /),
      expect.stringMatching(/^rejected_row: file-0\.txt \(2\.xml\) is not a complete XML document: /),
    ]);
  });

  it.each([
    ['cut', header('<IRS990/>').slice(0, 900), /is not a complete XML document/],
    ['of another kind', '<Return><ReturnHeader/></Return>', /no return of the 990 series/],
  ])('refuses a file that is %s in one sentence', async (_, text, message) => {
    await expect(readTexts(usIrsForm990, text)).rejects.toThrow(message);
  });
});
