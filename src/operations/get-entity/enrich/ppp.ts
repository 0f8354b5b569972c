import type { Included } from '../../../contract/records/enrichment.js';
import { naicsTitle } from '../../../domain/codes/naics.js';
import { type Enrichment, pageOf, resultOf } from './declare.js';
import { documentsOf, linkedRecords, pageOfDocuments } from './linked.js';

const LOANS = 'us_sba_ppp';
/** A borrower has two loans. More than this are not read for their sum, nor compared with each other. */
const MAX_LOANS = 1_000;

type Loan = Included['ppp']['items'][number];
/** As it is stored. */
type LoanDocument = Omit<Loan, 'naicsTitle'>;

export const ppp: Enrichment<'ppp'> = {
  token: 'ppp',
  datasets: [LOANS],
  load: async (subject) => {
    const linked = await linkedRecords(subject, LOANS, MAX_LOANS);
    const { found } = linked;
    const result = resultOf(linked);
    if (found.totalCount === 0) return result;
    if (found.totalCount > MAX_LOANS) {
      const items = pageOfDocuments<LoanDocument>(await linkedRecords(subject, LOANS), subject).map(titled);
      return { ...result, value: { items, totalCount: found.totalCount, totalAmount: null } };
    }
    const loans = withoutEarlierRelease(documentsOf<LoanDocument>(linked));
    const value = {
      items: pageOf(loans, subject).map(titled),
      totalCount: loans.length,
      totalAmount: totalOf(loans),
    };
    return { ...result, value };
  },
};

function titled(loan: LoanDocument): Loan {
  return { ...loan, naicsTitle: naicsTitle(loan.naicsCode) ?? null };
}

/** A loan of the 2020 release that a later one numbers is one loan; without a number only its day tells. */
export function withoutEarlierRelease<Some extends Pick<Loan, 'loanNumber' | 'dateApproved'>>(
  loans: readonly Some[],
): Some[] {
  const numbered = new Set(loans.filter((loan) => loan.loanNumber !== null).map((loan) => loan.dateApproved));
  return loans.filter((loan) => loan.loanNumber !== null || !numbered.has(loan.dateApproved));
}

/** Null when any amount is unknown: a sum of the rest would be too small. */
export function totalOf(loans: readonly Pick<Loan, 'amount'>[]): number | null {
  let cents = 0;
  for (const { amount } of loans) {
    if (amount === null) return null;
    cents += Math.round(amount * 100);
  }
  return cents / 100;
}
