import type {
  Contractor,
  RelatedOrganization,
  ReturnFigures,
} from '../../../domain/records/return-document.js';
import type { Warn, XmlElement } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { amountFrom } from '../../support/values.js';
import { allAt, businessName, childOf, textOf } from './form-990-officers.js';

type Figure = keyof ReturnFigures;
type Paths = Readonly<Partial<Record<Figure, readonly string[]>>>;

/** The line of each figure by form: schemas from 2013 on, then those of 2008 to 2012. Of an older 990PF no layout was at hand. */
const LINES: Readonly<Record<string, Paths>> = {
  IRS990: {
    revenue: ['CYTotalRevenueAmt', 'TotalRevenueCurrentYear'],
    expenses: ['CYTotalExpensesAmt', 'TotalExpensesCurrentYear'],
    surplus: ['CYRevenuesLessExpensesAmt', 'RevenuesLessExpensesCY'],
    assets: ['TotalAssetsEOYAmt', 'TotalAssetsEOY'],
    liabilities: ['TotalLiabilitiesEOYAmt', 'TotalLiabilitiesEOY'],
    netAssets: ['NetAssetsOrFundBalancesEOYAmt', 'NetAssetsOrFundBalancesEOY'],
    employees: ['TotalEmployeeCnt', 'TotalNbrEmployees'],
    officerCompensation: ['CompCurrentOfcrDirectorsGrp/TotalAmt', 'CompCurrentOfficersDirectors/Total'],
    reportableCompensation: ['TotalReportableCompFromOrgAmt', 'TotalReportableCompFromOrg'],
    relatedCompensation: ['TotReportableCompRltdOrgAmt', 'TotalReportableCompFrmRltdOrgs'],
    grantsPaid: ['CYGrantsAndSimilarPaidAmt', 'GrantsAndSimilarAmntsCY'],
    contractorsOver100k: ['CntrctRcvdGreaterThan100KCnt', 'NumberOfContractorsGT100K'],
  },
  IRS990EZ: {
    revenue: ['TotalRevenueAmt', 'TotalRevenue'],
    expenses: ['TotalExpensesAmt', 'TotalExpenses'],
    surplus: ['ExcessOrDeficitForYearAmt', 'ExcessOrDeficitForYear'],
    assets: ['Form990TotalAssetsGrp/EOYAmt', 'TotalAssets/EOY'],
    liabilities: ['SumOfTotalLiabilitiesGrp/EOYAmt', 'SumOfTotalLiabilities/EOY'],
    netAssets: ['NetAssetsOrFundBalancesEOYAmt', 'NetAssetsOrFundBalancesEOY'],
    grantsPaid: ['GrantsAndSimilarAmountsPaidAmt', 'GrantsAndSimilarAmountsPaid'],
    contractorsOver100k: ['CntrctRcvdGreaterThan100KCnt', 'TotNumCntrctPdOver100KProfSer'],
  },
  IRS990PF: {
    revenue: ['AnalysisOfRevenueAndExpenses/TotalRevAndExpnssAmt'],
    expenses: ['AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnssAmt'],
    surplus: ['AnalysisOfRevenueAndExpenses/ExcessRevenueOverExpensesAmt'],
    assets: ['Form990PFBalanceSheetsGrp/TotalAssetsEOYAmt'],
    assetsMarketValue: ['FMVAssetsEOYAmt'],
    liabilities: ['Form990PFBalanceSheetsGrp/TotalLiabilitiesEOYAmt'],
    netAssets: ['Form990PFBalanceSheetsGrp/TotNetAstOrFundBalancesEOYAmt'],
    officerCompensation: ['AnalysisOfRevenueAndExpenses/CompOfcrDirTrstRevAndExpnssAmt'],
    grantsPaid: ['AnalysisOfRevenueAndExpenses/ContriPaidRevAndExpnssAmt'],
  },
};
const FIGURES = [
  ...['revenue', 'expenses', 'surplus', 'assets', 'assetsMarketValue', 'liabilities', 'netAssets'],
  ...['employees', 'officerCompensation', 'reportableCompensation', 'relatedCompensation', 'grantsPaid'],
  'contractorsOver100k',
] as readonly Figure[];

const CONTRACTORS = ['IRS990/ContractorCompensationGrp', 'IRS990/ContractorCompensation'].concat([
  'IRS990EZ/CompensationOfHghstPdCntrctGrp',
  'IRS990EZ/CompOfHghstPaidCntrctProfSer',
]);
const AMENDED = Object.keys(LINES).flatMap((form) => [`${form}/AmendedReturnInd`, `${form}/AmendedReturn`]);

const SCHEDULE = 'IRS990ScheduleR';
const RELATED: Readonly<Record<RelatedOrganization['kind'], readonly string[]>> = {
  disregarded: ['IdDisregardedEntitiesGrp', 'Form990ScheduleRPartI'],
  'tax-exempt': ['IdRelatedTaxExemptOrgGrp', 'Form990ScheduleRPartII'],
  partnership: ['IdRelatedOrgTxblPartnershipGrp', 'Form990ScheduleRPartIII'],
  corporation_or_trust: ['IdRelatedOrgTxblCorpTrGrp', 'Form990ScheduleRPartIV'],
};

export const FIGURE_PATHS: readonly string[] = [
  ...Object.entries(LINES).flatMap(([form, lines]) =>
    Object.values(lines).flatMap((paths) => paths.map((path) => `${form}/${path}`)),
  ),
  ...CONTRACTORS,
  ...AMENDED,
  ...Object.values(RELATED).flatMap((groups) => groups.map((group) => `${SCHEDULE}/${group}`)),
].map((path) => `/Return/ReturnData/${path}`);

/** Returns the figures of the form that the return is on. */
export function figuresOf(root: XmlElement, warn: Warn): ReturnFigures {
  const body = childOf(root, 'ReturnData');
  const [form] = Object.keys(LINES).flatMap((name) => childOf(body, name) ?? []);
  const lines = LINES[form?.name ?? ''] ?? {};
  const figures = FIGURES.map((figure) => {
    const paths = lines[figure] ?? [];
    const texts = paths.flatMap((path) => allAt(form, path.split('/')).map(({ text }) => text.trim()));
    return [
      figure,
      amountFrom(
        figure,
        texts.find((text) => text !== ''),
        warn,
      ),
    ];
  });
  return Object.fromEntries(figures) as unknown as ReturnFigures;
}

/** Returns the contractors that are listed by name, five at most. A firm is often written where a person belongs. */
export function contractorsOf(root: XmlElement, warn: Warn): Contractor[] {
  return elementsAt(root, CONTRACTORS).flatMap((element) => {
    const named = childOf(element, 'ContractorName') ?? childOf(element, 'NameOfContractor') ?? element;
    const firm = childOf(named, 'BusinessName') ?? childOf(named, 'NameBusiness');
    const name = businessName(firm) ?? textOf(named, 'PersonNm', 'NamePerson');
    if (name === undefined) return [];
    const services =
      textOf(element, 'ServicesDesc', 'DescriptionOfServices', 'ServiceTypeTxt', 'TypeOfService') ?? null;
    const amount = amountFrom('contractor', textOf(element, 'CompensationAmt', 'Compensation'), warn);
    return [{ name, services, amount }];
  });
}

export function isAmended(root: XmlElement): boolean {
  return elementsAt(root, AMENDED).some(({ text }) => /^(?:x|1|true)$/i.test(text.trim()));
}

/** Returns the organizations of Schedule R, parts I to IV, in the order of the return. */
export function relatedTo(root: XmlElement, warn: Warn): RelatedOrganization[] {
  return Object.entries(RELATED).flatMap(([kind, groups]) =>
    elementsAt(
      root,
      groups.map((group) => `${SCHEDULE}/${group}`),
    ).flatMap((element): RelatedOrganization[] => {
      // Part II, too, has the name of a related charity in an element for disregarded entities.
      const named = ['DisregardedEntityName', 'RelatedOrganizationName', 'NameOfDisregardedEntity'].concat([
        'NameOfRelatedOrg',
      ]);
      const name = named.map((one) => businessName(childOf(element, one))).find((one) => one !== undefined);
      if (name === undefined) return [];
      const controlled = textOf(element, 'ControlledOrganizationInd', 'ControlledOrg');
      return [
        {
          name,
          ein: employerNumber(textOf(element, 'EIN')) ?? null,
          kind: kind as RelatedOrganization['kind'],
          state: textOf(element, 'LegalDomicileStateCd', 'LegalDomicileState') ?? null,
          controlledBy: controllerOf(element),
          isControlled: controlled === undefined ? null : /^(?:x|1|true)$/i.test(controlled),
          ownership: amountFrom('OwnershipPct', textOf(element, 'OwnershipPct', 'PercentageOwnership'), warn),
        },
      ];
    }),
  );
}

function controllerOf(element: XmlElement): string | null {
  const name = businessName(childOf(element, 'DirectControllingEntityName'));
  return name === undefined || /^N\/?A$/i.test(name) ? null : name;
}

function elementsAt(root: XmlElement, paths: readonly string[]): XmlElement[] {
  return paths.flatMap((path) => allAt(root, ['ReturnData', ...path.split('/')]));
}
