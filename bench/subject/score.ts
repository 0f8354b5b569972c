import { subjectTypeOfName } from '../../src/domain/subject-type/classify.js';
import type { LabelledName } from './labelled-names.js';

export interface SubjectScore {
  readonly names: number;
  /** Share of names whose type is right. */
  readonly accuracy: number;
  /** Share of organisations called persons: the costlier error. */
  readonly organizationsCalledPersons: number;
  readonly personsCalledOrganizations: number;
}

export function scoreSubjectTypes(labelled: readonly LabelledName[]): SubjectScore {
  const wrong = labelled.filter(({ name, subjectType }) => subjectTypeOfName(name) !== subjectType);
  const shareOf = (type: LabelledName['subjectType']) =>
    count(wrong, type) / Math.max(1, count(labelled, type));
  return {
    names: labelled.length,
    accuracy: 1 - wrong.length / Math.max(1, labelled.length),
    organizationsCalledPersons: shareOf('organization'),
    personsCalledOrganizations: shareOf('person'),
  };
}

function count(labelled: readonly LabelledName[], type: LabelledName['subjectType']): number {
  return labelled.filter(({ subjectType }) => subjectType === type).length;
}
