import type { SubjectType } from '../../../contract/vocabulary.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import type { Row } from '../../declare/index.js';
import { meaningOf, words } from '../words.js';

/**
 * By type, and by name if the type does not decide; a brand is a liquor label, not a licence of a company.
 */
export function subjectOf(row: Row<'type'>, name: string): SubjectType | 'brand' {
  return meaningOf(row, 'type', row.take('type'), SUBJECTS) ?? subjectTypeOfName(name);
}

/** The Department publishes what is active, so its 19 statuses need no table. */
export function standingOf(row: Row<'status' | 'active'>) {
  return { status: row.take('status'), activity: meaningOf(row, 'active', row.take('active'), IN_FORCE) };
}

/** The types that were seen, of 22. */
const SUBJECTS = words<SubjectType | 'brand'>({
  person: 'INDIVIDUAL',
  organization: 'BUSINESS; CORPORATION; LIMITED LIABILITY COMPANY',
  brand: 'LBD BRAND',
});

const IN_FORCE = words({ active: '1; TRUE', inactive: '0; FALSE' });
