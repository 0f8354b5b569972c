import { createHash } from 'node:crypto';
import type { PartyAddress } from '../../../domain/places/address-parts.js';
import type { DatasetDraft } from '../../../domain/records/dataset.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { portalDate } from '../../../domain/time/dates.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { currentName, namedKey, partyAddress } from '../../support/parties.js';
import { amountIn, dateIn } from '../../support/values.js';
import { PPP_LOAN } from '../keys.js';

const LOANS = columns(
  'loannumber dateapproved processingmethod borrowername borroweraddress borrowercity borrowerstate borrowerzip',
  'loanstatus currentapprovalamount servicinglendername jobsreported naicscode businesstype forgivenessamount',
  'forgivenessdate',
);
const RELEASE_2020 = columns(
  'loanrange businessname address city state zip naicscode businesstype jobsretained dateapproved lender',
);

/** Exports differ in encoding, and both contain stray bytes. */
const FORMAT = { kind: 'portal', fallback: 'windows-1252' } as const;

/** The releases from 2021 on give each loan a number and an amount; that of July 2020 a range and no number. */
export const usSbaPpp = defineDataset({
  id: 'us_sba_ppp',
  title: 'SBA Paycheck Protection Program loans',
  agency: { name: 'US Small Business Administration', level: 'federal', url: 'https://data.sba.gov' },
  licence: 'public domain',
  every: 'quarter',
  fetch: { kind: 'manual', how: 'Take public_*.csv from data.sba.gov/dataset/ppp-foia.' },
  layout: 'verified',
  coverage:
    'Loans of firms. Loans to individuals and sole proprietors are left out: those are persons. The smaller loans ' +
    'of the 2020 release name no borrower.',
  delivery: 'increment',
  expect: { min: 1 },
  tables: {
    loans: {
      format: FORMAT,
      columns: LOANS,
      keys: { loannumber: PPP_LOAN },
      ignore: columns(
        'sbaofficecode loanstatusdate term sbaguarantypercentage initialapprovalamount undisbursedamount franchisename',
        'servicinglenderlocationid servicinglenderaddress servicinglendercity servicinglenderstate servicinglenderzip',
        'ruralurbanindicator hubzoneindicator lmiindicator businessagedescription projectcity projectcountyname',
        'projectstate projectzip cd race ethnicity utilities_proceed payroll_proceed mortgage_interest_proceed',
        'rent_proceed refinance_eidl_proceed health_care_proceed debt_interest_proceed originatinglenderlocationid',
        'originatinglender originatinglendercity originatinglenderstate gender veteran nonprofit',
      ),
      companion: true,
    },
    release2020: {
      format: FORMAT,
      columns: RELEASE_2020,
      // Without a number: the whole row is the key.
      keys: {},
      ignore: columns('raceethnicity gender veteran nonprofit cd'),
      companion: true,
    },
  },
  record: (group) => {
    const loan = group.one('loans');
    if (loan) return numberedLoan(loan);
    const ranged = group.one('release2020');
    return ranged && rangedLoan(ranged);
  },
});

function numberedLoan(row: Row<(typeof LOANS)[number]>): DatasetDraft | undefined {
  const loanNumber = row.need('loannumber');
  const dateApproved = dateIn(row, 'dateapproved') ?? null;
  const address = partyAddress({
    street: [row.take('borroweraddress')],
    city: row.take('borrowercity'),
    state: row.take('borrowerstate'),
    zip: row.take('borrowerzip'),
  });
  return draft(loanNumber, row.take('borrowername'), row.take('businesstype'), address, {
    loanNumber,
    program: row.take('processingmethod') ?? null,
    dateApproved,
    amount: amountIn(row, 'currentapprovalamount'),
    amountRange: null,
    forgivenessAmount: amountIn(row, 'forgivenessamount'),
    forgivenessDate: dateIn(row, 'forgivenessdate') ?? null,
    lender: row.take('servicinglendername') ?? null,
    jobsReported: amountIn(row, 'jobsreported'),
    naicsCode: row.take('naicscode') ?? null,
    status: row.take('loanstatus') ?? null,
  });
}

/** Without a number the whole row is the key; a repeated row is one loan. */
function rangedLoan(row: Row<(typeof RELEASE_2020)[number]>): DatasetDraft | undefined {
  const key = createHash('sha1').update(RELEASE_2020.map((column) => row.raw(column)).join('\t'));
  const address = partyAddress({
    street: [row.take('address')],
    city: row.take('city'),
    state: row.take('state'),
    zip: row.take('zip'),
  });
  const name = row.take('businessname');
  return draft(`2020-${key.digest('hex').slice(0, 16)}`, name, row.take('businesstype'), address, {
    loanNumber: null,
    program: 'PPP',
    dateApproved: dateIn(row, 'dateapproved', dateOf2020) ?? null,
    amount: null,
    // `a $5-10 million`: the letter is the publisher's order of the ranges.
    amountRange: row.take('loanrange')?.replace(/^[a-e] (?=\$)/, '') ?? null,
    forgivenessAmount: null,
    forgivenessDate: null,
    lender: row.take('lender') ?? null,
    jobsReported: amountIn(row, 'jobsretained'),
    naicsCode: row.take('naicscode') ?? null,
    status: null,
  });
}

/** Sole proprietors are individuals; a loan without a borrower's name cannot be linked. */
function draft<Loan extends { readonly dateApproved: string | null }>(
  key: string,
  borrower: string | undefined,
  type: string | undefined,
  address: PartyAddress | undefined,
  document: Loan,
): DatasetDraft | undefined {
  if (borrower === undefined || (isOfPersons(type) && subjectTypeOfName(borrower) === 'person')) {
    return undefined;
  }
  const { dateApproved } = document;
  const party = {
    key: namedKey('borrower', borrower, address?.street, address?.zip.slice(0, 5)),
    names: currentName(borrower),
    ...(address && { address }),
    ...(dateApproved !== null && { activeYear: Number(dateApproved.slice(0, 4)) }),
  };
  return { key, date: dateApproved ?? '', document, parties: [party] };
}

function isOfPersons(type: string | undefined): boolean {
  return type === undefined || /sole prop|self-employed|independent contractor|single member/i.test(type);
}

/** `4/3/20`: the release of 2020 was saved with years of two digits, and all its loans are of that year. */
function dateOf2020(text: string): string | undefined {
  return portalDate(text.replace(/\/20$/, '/2020'));
}
