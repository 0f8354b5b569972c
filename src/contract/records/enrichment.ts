import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string) => Nullable(Type.String({ description }));
const amount = (description: string) => Nullable(Type.Number({ description }));
const day = (description: string) => Nullable(CalendarDate(description));
const total = Type.Integer({
  minimum: 0,
  description: 'Total number; may exceed the number of listed items.',
});

/** The newest 25 items of a list, and the total. */
function listOf<Item extends ReturnType<typeof Type.Object>>(title: string, item: Item, description: string) {
  return Type.Object(
    { items: Type.Array(item, { description: 'The first 25.' }), totalCount: total },
    { title, description },
  );
}

const YearsSchema = Type.Array(
  Type.Object(
    {
      year: Type.String({ pattern: '^\\d{4}$', description: 'Start year.' }),
      awards: Type.Integer({ minimum: 1, description: 'Awards starting in this year.' }),
    },
    { title: 'ContractYear' },
  ),
  {
    description:
      'All awards by start year, newest first; awards without a date are not included. Absent if there are more than 20,000.',
  },
);

const FederalSchema = Type.Object(
  {
    sec: Type.Optional(
      listOf(
        'FederalSecFilings',
        Type.Object(
          {
            type: Type.String({ description: 'Form type.' }),
            date: CalendarDate('Filing date.'),
            description: text('Description from the filing.'),
            typeTitle: text('What the form is; null for a form type without a title here.'),
            items: Type.Array(Type.String(), { description: 'Items of an 8-K, as in /sec/search.' }),
            itemTitles: Type.Array(Type.String(), { description: 'The SEC’s titles of `items`.' }),
          },
          { title: 'FederalSecFiling' },
        ),
        'SEC filings of the company, newest first. `totalCount` equals that of /sec/search?cik=.',
      ),
    ),
    contracts: Type.Optional(
      Type.Object(
        {
          items: Type.Array(
            Type.Object(
              {
                awardId: Type.String({
                  description: 'Award number (PIID); not unique across agencies.',
                }),
                amount: amount('Total obligation in US dollars.'),
                agency: text('Awarding agency.'),
                startDate: day('Start of performance.'),
              },
              { title: 'FederalContract' },
            ),
            { description: 'The first 25.' },
          ),
          totalCount: total,
          years: Type.Optional(YearsSchema),
        },
        { title: 'FederalContracts', description: 'Federal contracts, one item per award.' },
      ),
    ),
    lobbying: Type.Optional(
      listOf(
        'FederalLobbyingFilings',
        Type.Object(
          {
            registrantName: Type.String({ description: 'The lobbying firm or person.' }),
            clientName: Type.String({ description: 'For whom.' }),
            amount: amount(
              'Income of an outside firm, or expenses of an organization that lobbies for itself; US dollars.',
            ),
            issueArea: text('Distinct issue areas, separated by `; `.'),
            filingDate: day('When it was posted; US Eastern time.'),
          },
          { title: 'FederalLobbyingFiling' },
        ),
        'Lobbying disclosures with the company as client or registrant, as last amended.',
      ),
    ),
  },
  { title: 'Federal', description: 'Federal filings. A part that could not be read is absent.' },
);

const SamSchema = Type.Object(
  {
    uei: Type.String({ description: 'Unique entity identifier.' }),
    cageCode: text('Supplier code.'),
    naicsCode: text('Primary industry code.'),
    naicsTitle: text('NAICS subsector of `naicsCode`, its first three digits.'),
    businessTypes: Type.Array(Type.String(), { description: 'SAM business type codes.' }),
    businessTypeTitles: Type.Array(Type.String(), {
      description: 'The name of each of `businessTypes`; the code itself if its name is not known here.',
    }),
    registrationStatus: Type.String({ description: '`Active` or `Expired`, as of today.' }),
    expirationDate: day('Expiration date of the registration.'),
  },
  { title: 'SamRegistration', description: 'Contractor registration.' },
);

const NonprofitSchema = Type.Object(
  {
    ein: Type.String({ pattern: '^\\d{2}-\\d{7}$', description: 'Employer identification number.' }),
    nteeCode: text('Classification code.'),
    nteeTitle: Type.Optional(
      Type.String({
        description:
          'Major group of the classification code and, for codes such as 11 and 12, what they mean in it.',
      }),
    ),
    income: amount('Gross income of the tax period, US dollars.'),
    assets: amount('Assets at the end of the tax period, US dollars.'),
    taxPeriod: Type.Optional(
      text('Month in which the tax period ended, `YYYY-MM`; absent in records from older loads.'),
    ),
    rulingDate: text('Month of the IRS ruling, `YYYYMM`.'),
    subsectionCode: text('Two digits; 03 is section 501(c)(3).'),
  },
  {
    title: 'Nonprofit',
    description: 'IRS record of the exempt organization; null if the IRS leaves it blank.',
  },
);

const LienPartySchema = Type.Object(
  {
    name: Type.String({ description: 'As published.' }),
    address: text('On one line; null for persons and if blank.'),
  },
  { title: 'UccParty' },
);

const UccSchema = listOf(
  'UccFilings',
  Type.Object(
    {
      filingNumber: Type.String({ description: 'Filing number of the state.' }),
      type: text('Kind of filing, as published.'),
      status: text('As published; in Colorado `terminated`, `lapsed` or `active` as of today.'),
      filedDate: day('Filing date.'),
      lapseDate: day('Lapse date.'),
      debtors: Type.Array(LienPartySchema, { description: 'The debtors.' }),
      securedParties: Type.Array(LienPartySchema, { description: 'To whom.' }),
      collateral: text('Description, if published.'),
    },
    { title: 'UccFiling' },
  ),
  'Lien filings with the entity as debtor; Connecticut and Colorado only.',
);

const PppSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          loanNumber: text('Null in the 2020 release.'),
          program: text('`PPP` first draw, `PPS` second.'),
          dateApproved: day('Approved.'),
          amount: amount('US dollars; null if only a range was released.'),
          amountRange: text('Such as `$5-10 million`; 2020 release only.'),
          forgivenessAmount: amount('US dollars.'),
          forgivenessDate: day('Forgiven.'),
          lender: text('Servicing lender.'),
          jobsReported: amount('Jobs reported by the borrower.'),
          naicsCode: text('Industry code.'),
          naicsTitle: text('NAICS subsector of `naicsCode`, its first three digits.'),
          status: text('Loan status.'),
        },
        { title: 'PppLoan' },
      ),
      { description: 'The first 25.' },
    ),
    totalCount: total,
    totalAmount: amount('Sum of all loans; null if an amount is unknown or there are more than 1,000 loans.'),
  },
  { title: 'PppLoans', description: 'Paycheck Protection Program loans.' },
);

const counts = (description: string) => Type.Integer({ minimum: 0, description });

const RelatedListSchema = listOf(
  'RelatedEntities',
  Type.Object(
    {
      id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
      name: Type.String({ description: 'Name as published.' }),
      state: text('USPS code.'),
      status: text('As published.'),
      shares: Type.Array(
        Type.Object(
          {
            kind: Type.String({ description: '`registered_agent` or `principal_address`.' }),
            value: Type.String({ description: 'The shared agent or address.' }),
          },
          { title: 'SharedFact' },
        ),
        { description: 'The agents and addresses in common.' },
      ),
    },
    { title: 'RelatedEntity' },
  ),
  'Entities with the same agent at the same address, or the same principal address.',
);
const RelatedSchema = Type.Object(
  {
    ...RelatedListSchema.properties,
    counts: Type.Object(
      {
        registeredAgent: counts('Entities that share only the agent.'),
        principalAddress: counts('Entities that share only the address.'),
        both: counts('Entities that share both.'),
      },
      { title: 'RelatedCounts', description: 'Number of related entities, by what they share.' },
    ),
  },
  {
    title: 'RelatedEntities',
    description: 'Entities with the same agent at the same address, or the same principal address.',
  },
);

export const ExclusionsSchema = listOf(
  'Exclusions',
  Type.Object(
    {
      dataset: Type.String({ description: 'The list, as in /sources.' }),
      list: Type.String({ description: 'Kind of entry, as published.' }),
      name: Type.String({ description: 'Name in the list.' }),
      scheme: Type.String({ description: 'Kind of the number that the record and the entry share.' }),
      number: Type.String({ description: 'That number.' }),
      program: text('Program or legal ground.'),
      agency: text('Excluding agency.'),
      startDate: day('Start of the exclusion, or closing date of a bank.'),
      endDate: day('End of the exclusion; null if it has none.'),
      statement: Type.String({ description: '`On the list of <day>.`, and its end if that has passed.' }),
    },
    { title: 'Exclusion' },
  ),
  'Entries of exclusion and sanctions lists that state a number of the entity.',
);

const NonprofitReturnSchema = Type.Object(
  {
    ein: Type.String({ pattern: '^\\d{9}$', description: 'Employer identification number of the filer.' }),
    form: Type.String({ description: '`990`, `990EZ` or `990PF`.' }),
    taxYear: Nullable(Type.Integer({ description: 'Tax year; null if the return states none.' })),
    periodStart: day('First day of the period. Periods can be shorter than a year.'),
    periodEnd: day('Last day of the period.'),
    filed: day('Day of the return’s time stamp. The IRS publishes returns months later.'),
    amended: Type.Boolean({ description: '`true` if the return is marked as amended.' }),
    replaced: Type.Boolean({ description: '`true` if a later return for the same period is listed.' }),
    revenue: amount('Total revenue.'),
    expenses: amount('Total expenses.'),
    surplus: amount('Revenue less expenses, as filed.'),
    assets: amount('Total assets at the end of the period, book value.'),
    assetsMarketValue: amount('Total assets at fair market value; 990PF only.'),
    liabilities: amount('Total liabilities at the end of the period.'),
    netAssets: amount('Net assets or fund balances at the end of the period.'),
    employees: amount('Employees in the calendar year, part I line 5; 990 only.'),
    officerCompensation: amount(
      'Compensation of current officers, directors, trustees and key employees: part IX line 5 of the 990, part I line 13 of the 990PF.',
    ),
    reportableCompensation: amount(
      'Total of part VII column D: pay from the organization of everyone listed there; 990 only.',
    ),
    relatedCompensation: amount(
      'Total of part VII column E: their pay from related organizations; 990 only.',
    ),
    grantsPaid: amount('Grants and similar amounts paid.'),
    contractorsOver100k: amount('Independent contractors paid more than $100,000; 990 and 990EZ.'),
    contractors: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name as filed.' }),
          services: text('What for.'),
          amount: amount('Compensation.'),
        },
        { title: 'HighestPaidContractor' },
      ),
      { description: 'The highest paid of them, up to five.' },
    ),
  },
  {
    title: 'NonprofitReturn',
    description: 'Amounts in US dollars as filed; null if the form has no such line, or the line is blank.',
  },
);

const FinancialReportSchema = Type.Object(
  {
    cik: Type.String({ description: 'CIK of the filer.' }),
    accession: Type.String({ description: 'Accession number.' }),
    form: Type.String({ description: 'Form type, such as `10-K`.' }),
    filed: CalendarDate('Filing date.'),
    period: day(
      'End of the reported period, rounded by the SEC to the end of a month; null from `us_sec_company_facts`, which does not state it.',
    ),
    fiscalYear: Nullable(Type.Integer({ description: 'Fiscal year of the filing, not of each fact.' })),
    fiscalPeriod: text('`FY`, `Q1`, `Q2`, `Q3` or similar.'),
    dataset: Type.String({ description: 'Data set, as in /sources.' }),
    facts: Type.Array(
      Type.Object(
        {
          tag: Type.String({ description: 'Element of the taxonomy, such as `Assets`.' }),
          taxonomy: Type.String({
            description: 'Such as `us-gaap/2023`; without a year from `us_sec_company_facts`.',
          }),
          unit: Type.String({ description: '`USD`, `shares`, `USD/shares` or another unit.' }),
          end: CalendarDate(
            'Last day of the period; rounded to the end of a month in `us_sec_financial_facts`.',
          ),
          quarters: Type.Integer({
            minimum: 0,
            description: 'Length of the period in quarters; 0 for a value at its end.',
          }),
          value: Type.Number({ description: 'As filed.' }),
        },
        { title: 'ReportedFact' },
      ),
      {
        description:
          'Headline facts, including those of earlier periods that the filing repeats or restates.',
      },
    ),
  },
  { title: 'FinancialReport' },
);

const PlanFilingSchema = Type.Object(
  {
    acknowledgment: Type.String({ description: 'Number of the filing (`ACK_ID`).' }),
    ein: Type.String({ pattern: '^\\d{9}$', description: 'Employer identification number of the sponsor.' }),
    sponsorName: Type.String({ description: 'Sponsor as filed; may be a parent company.' }),
    planNumber: Type.String({ description: 'Number of the plan, unique for each sponsor.' }),
    planName: Type.String({ description: 'Name of the plan.' }),
    planType: Nullable(
      OneOf(
        ['single_employer', 'multiemployer', 'multiple_employer'],
        'Kind of plan; null if not given.',
        'PlanType',
      ),
    ),
    form: OneOf(['5500', '5500-SF'], 'Form.', 'PlanForm'),
    yearStart: day('First day of the plan year.'),
    yearEnd: day('Last day of the plan year.'),
    filed: day('Day on which the filing was received.'),
    amended: Type.Boolean({ description: '`true` if the filing is marked as amended.' }),
    final: Type.Boolean({ description: '`true` if it is the last filing of the plan.' }),
    replaced: Type.Boolean({
      description: '`true` if a later filing for the same plan and year is listed.',
    }),
    participantsAtStart: amount(
      'Participants at the start of the plan year, including retired and separated ones with benefits.',
    ),
    activeParticipants: amount(
      'Active participants at the end of the plan year. Not the number of employees: not every employee takes part, and one ' +
        'person may be in several plans, so plans must not be added up. Null on a 5500-SF before 2014.',
    ),
  },
  { title: 'PlanFiling', description: 'Numbers as filed; null if blank.' },
);

const FinancialsSchema = Type.Object(
  {
    irs: Type.Optional(
      listOf(
        'NonprofitReturns',
        NonprofitReturnSchema,
        'Returns of the 990 series, latest period first, then latest filed first.',
      ),
    ),
    sec: Type.Optional(
      listOf(
        'FinancialReports',
        FinancialReportSchema,
        'Annual and quarterly reports, newest first. No value is computed, and none is taken from another filing.',
      ),
    ),
    dol: Type.Optional(
      listOf(
        'PlanFilings',
        PlanFilingSchema,
        'Form 5500 and 5500-SF filings of employee benefit plans that the organization sponsors, latest plan year first, then most active participants first.',
      ),
    ),
  },
  { title: 'Financials', description: 'Figures by year, each as its filing states it.' },
);

const RELATIONS = [
  ...(['direct_parent', 'ultimate_parent', 'direct_child', 'ultimate_child'] as const),
  ...(['fund_manager', 'managed_fund', 'umbrella_fund', 'subfund', 'master_fund', 'feeder_fund'] as const),
  ...(['head_office', 'branch', 'related', 'named_by'] as const),
  ...(['ten_percent_owner', 'insider', 'insider_of'] as const),
] as const;

const OwnershipSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          relation: OneOf(
            RELATIONS,
            'What the other body is. `related` and `named_by` come from Schedule R of a return, which does not say who owns whom. `ten_percent_owner` owns more than 10 % of a class of shares; `insider` is a director or officer; `insider_of` is an issuer that names this body as either.',
            'OwnershipRelation',
          ),
          level: Type.Integer({
            minimum: 1,
            description: '1: stated of this body. 2 and more: direct parents of its direct parents.',
          }),
          scheme: OneOf(['lei', 'ein', 'cik'], 'Kind of the number of the other body.', 'OwnershipScheme'),
          number: text('Its number; null if the return gives none.'),
          subject: Type.String({
            description:
              'Number, of the same kind, of the body whose relation it is: this body at level 1, one of its parents at higher levels.',
          }),
          name: text('Its name, from a loaded record with that number or from the return; null if unknown.'),
          id: text('A loaded entity with that number; resolves at GET /api/v1/entity/{id}.'),
          since: day('Start of the relationship.'),
          until: day('End of the relationship.'),
          isActive: Type.Boolean({ description: '`false` if GLEIF lists the relationship as inactive.' }),
          isLapsed: Type.Boolean({
            description: '`true` if the statement was not renewed in time. The relationship may still exist.',
          }),
          standard: text('Accounting standard of the consolidation, as published.'),
          ownership: amount('Share owned, 0 to 1, if Schedule R states it.'),
          controlledBy: text('Name of the organization that controls it directly, if Schedule R states one.'),
          dataset: Type.String({ description: 'Data set, as in /sources.' }),
          statement: Type.String({ description: 'The relationship in words, with its period.' }),
        },
        { title: 'OwnershipItem' },
      ),
      { description: 'The first 25.' },
    ),
    totalCount: total,
    exceptions: Type.Array(
      Type.Object(
        {
          parent: OneOf(['direct', 'ultimate'], 'The parent that is not reported.', 'ExceptedParent'),
          reason: Type.String({ description: 'As published, such as `NATURAL_PERSONS`.' }),
          statement: Type.String({ description: 'The reason in words.' }),
        },
        { title: 'ParentException' },
      ),
      { description: 'Why the body reports no parent with an LEI.' },
    ),
    isCycle: Type.Boolean({ description: '`true` if a body is among its own parents.' }),
  },
  {
    title: 'Ownership',
    description:
      'Parents and children by LEI, organizations related by EIN, then insiders by CIK. Parents consolidate accounts; they are not shareholders.',
  },
);

/** The `include` tokens in display order, and what each adds to an entity. */
export const INCLUDES = {
  federal: FederalSchema,
  sam: SamSchema,
  nonprofit: NonprofitSchema,
  ucc: UccSchema,
  ppp: PppSchema,
  related: RelatedSchema,
  exclusions: ExclusionsSchema,
  financials: FinancialsSchema,
  ownership: OwnershipSchema,
};
export type IncludeToken = keyof typeof INCLUDES;
/** Token -> the object that it adds. */
export type Included = { readonly [Token in IncludeToken]: Conforming<(typeof INCLUDES)[Token]> };
export const INCLUDE_TOKENS = Object.keys(INCLUDES) as readonly IncludeToken[];
/** Tokens that `all` does not stand for. */
export const NAMED_TOKENS: readonly IncludeToken[] = ['exclusions', 'financials', 'ownership'];
/** Tokens included in `all`. */
export const ALL_TOKENS = INCLUDE_TOKENS.filter((token) => !NAMED_TOKENS.includes(token));
