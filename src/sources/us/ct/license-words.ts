import type { SubjectType } from '../../../contract/vocabulary.js';
import { words } from '../words.js';

/** Of 22 types those that were seen; a brand is a liquor label and nobody's licence. */
export const SUBJECTS = words<SubjectType | 'brand'>({
  person: 'INDIVIDUAL',
  organization: 'BUSINESS; CORPORATION; LIMITED LIABILITY COMPANY',
  brand: 'LBD BRAND',
});

/** The Department's own yes or no, so that its 19 statuses need no table. */
export const IN_FORCE = words({ active: '1; TRUE', inactive: '0; FALSE' });
