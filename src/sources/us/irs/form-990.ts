import { type ReturnDocument, returnsNaming, returnsOf } from '../../../domain/records/return-document.js';
import { defineDocumentDataset, type XmlElement } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';
import { currentName, partyAddress } from '../../support/parties.js';
import { dateFrom } from '../../support/values.js';
import { contractorsOf, FIGURE_PATHS, figuresOf, isAmended, relatedTo } from './form-990-figures.js';
import { businessName, childOf, OFFICER_PATHS, officersOf, textOf } from './form-990-officers.js';
import { RETURN_LIST, RETURNS_URL } from './return-list.js';

const HEADER = [
  'ReturnTs',
  'Timestamp',
  'TaxPeriodEndDt',
  'TaxPeriodEndDate',
  'TaxPeriodBeginDt',
  'TaxPeriodBeginDate',
  'TaxYr',
  'TaxYear',
  'ReturnTypeCd',
  'ReturnType',
  'Filer',
  'BusinessOfficerGrp',
  'Officer',
].map((element) => `/Return/ReturnHeader/${element}`);

/**
 * Returns of nonprofits, as two records. Officers have one for each EIN: the latest period counts, and in it the return made last.
 * The figures have one for each return, which is not linked but found by the EIN.
 */
export const usIrsForm990 = defineDocumentDataset({
  id: 'us_irs_form_990',
  title: 'IRS Form 990 series, officers and figures',
  agency: {
    name: 'Internal Revenue Service',
    level: 'federal',
    url: 'https://www.irs.gov/charities-non-profits/form-990-series-downloads',
  },
  licence: 'public domain',
  every: 'month',
  // The index of a year names its zips; the year before has the bodies that have not yet filed in this one.
  fetch: {
    kind: 'urls',
    urls: ['{YYYY-1}', '{YYYY}'].map((year) => `${RETURNS_URL}${year}/index_${year}.csv`),
    host: 'apps.irs.gov',
    perSecond: 1,
  },
  layout: 'verified',
  coverage: 'Returns filed electronically on forms 990, 990-EZ and 990-PF. Form 990-T is not read.',
  delivery: 'increment',
  expect: { min: 1 },
  format: 'xml',
  keep: [...HEADER, ...OFFICER_PATHS, ...FIGURE_PATHS],
  list: RETURN_LIST,
  records: function* (document, warn) {
    const root = document as XmlElement;
    const header = childOf(root, 'ReturnHeader');
    const form = textOf(header, 'ReturnTypeCd', 'ReturnType');
    const filer = childOf(header, 'Filer');
    const ein = employerNumber(textOf(filer, 'EIN'));
    // The preparer's firm has a name of the same kind; only the filer's counts.
    const name = businessName(childOf(filer, 'BusinessName') ?? childOf(filer, 'Name'));
    if (root.name !== 'Return' || ein === undefined || name === undefined) {
      throw new Error('This is no return of the 990 series.');
    }
    if (form === '990T') {
      warn('without_officers', 'A form 990-T names no officers.');
      return;
    }
    const periodEnd =
      dateFrom('TaxPeriodEndDt', textOf(header, 'TaxPeriodEndDt', 'TaxPeriodEndDate'), warn) ?? '';
    const madeAt = textOf(header, 'ReturnTs', 'Timestamp') ?? '';
    const madeOn = dateFrom('ReturnTs', madeAt || undefined, warn) ?? '';
    // A return is filed months after the period, so people who left since are not officers.
    const officers = officersOf(root, periodEnd > madeOn ? periodEnd : madeOn);
    yield {
      key: ein,
      version: `${periodEnd} ${madeAt}`,
      date: periodEnd,
      document: { form: form ?? null, taxPeriodEnd: periodEnd, officers },
      parties: [
        {
          key: `ein:${ein}`,
          names: currentName(name),
          address: addressOf(childOf(filer, 'USAddress')),
          people: [...new Set(officers.map((officer) => officer.name))],
          identifiers: [{ scheme: 'ein', value: ein }],
          ...(periodEnd !== '' && { activeYear: Number(periodEnd.slice(0, 4)) }),
        },
      ],
    };
    const figures: ReturnDocument = {
      ein,
      form: form ?? '',
      taxYear: Number(textOf(header, 'TaxYr', 'TaxYear')) || null,
      periodStart:
        dateFrom('TaxPeriodBeginDt', textOf(header, 'TaxPeriodBeginDt', 'TaxPeriodBeginDate'), warn) ?? null,
      periodEnd: periodEnd || null,
      filed: madeOn || null,
      filedAt: madeAt,
      amended: isAmended(root),
      ...figuresOf(root, warn),
      contractors: contractorsOf(root, warn),
      related: relatedTo(root, warn),
    };
    const named = figures.related.flatMap((related) => related.ein ?? []);
    yield {
      key: `${ein} ${figures.form} ${periodEnd} ${madeAt}`,
      date: periodEnd,
      document: figures,
      parties: [returnsOf(ein), ...new Set(named.map(returnsNaming))].map((key) => ({ key, names: [] })),
    };
  },
});

function addressOf(address: XmlElement | undefined) {
  return partyAddress({
    street: [
      textOf(address, 'AddressLine1Txt', 'AddressLine1'),
      textOf(address, 'AddressLine2Txt', 'AddressLine2'),
    ],
    city: textOf(address, 'CityNm', 'City'),
    state: textOf(address, 'StateAbbreviationCd', 'State'),
    zip: textOf(address, 'ZIPCd', 'ZIPCode'),
  });
}
