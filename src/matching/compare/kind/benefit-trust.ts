import type { Comparison } from '../comparison.js';

/**
 * A trust that pays an employer's staff when they are ill or out of work has the employer's name but is another body: it files
 * no reports with the SEC, has no contracts and no loans.
 */
export const benefitTrust: Comparison = {
  field: 'benefit trust',
  features: ['benefitTrust.conflict'],
  against: ['benefitTrust.conflict'],
  says: {
    agree: 'Both are trusts for the benefit of employees.',
    partly: 'Both are trusts for the benefit of employees.',
    conflict: 'One record is a trust for the benefit of employees, which often has its employer’s name.',
    neutral: 'Neither is a trust for the benefit of employees.',
    unknown: 'Neither is known as a trust for the benefit of employees.',
  },
  measure: ({ ours, theirs }, values, at) => {
    const [our, their] = [ours.record.isBenefitTrust === true, theirs.record.isBenefitTrust === true];
    if (!our && !their) return 'unknown';
    if (our && their) return 'agree';
    values[at] = 1;
    return 'conflict';
  },
  shows: ({ ours, theirs }) => ({
    ours: shown(ours.record.isBenefitTrust),
    theirs: shown(theirs.record.isBenefitTrust),
  }),
};

function shown(isBenefitTrust: boolean | undefined): string | null {
  return isBenefitTrust === true ? 'benefit trust' : null;
}
