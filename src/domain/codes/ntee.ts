/** The major groups of the National Taxonomy of Exempt Entities, by the first letter of a code, as listed by the IRS. */
const MAJOR_GROUPS: Readonly<Record<string, string>> = {
  A: 'Arts, Culture and Humanities',
  B: 'Education',
  C: 'Environment',
  D: 'Animal-Related',
  E: 'Health Care',
  F: 'Mental Health and Crisis Intervention',
  G: 'Voluntary Health Associations and Medical Disciplines',
  H: 'Medical Research',
  I: 'Crime and Legal-Related',
  J: 'Employment',
  K: 'Food, Agriculture and Nutrition',
  L: 'Housing and Shelter',
  M: 'Public Safety, Disaster Preparedness and Relief',
  N: 'Recreation and Sports',
  O: 'Youth Development',
  P: 'Human Services',
  Q: 'International, Foreign Affairs and National Security',
  R: 'Civil Rights, Social Action and Advocacy',
  S: 'Community Improvement and Capacity Building',
  T: 'Philanthropy, Voluntarism and Grantmaking Foundations',
  U: 'Science and Technology',
  V: 'Social Science',
  W: 'Public and Societal Benefit',
  X: 'Religion-Related',
  Y: 'Mutual and Membership Benefit',
  Z: 'Unknown',
};

/**
 * The meaning of the second and third characters in every major group; other codes differ from group to group. Source: National
 * Center for Charitable Statistics, NTEE Core Codes. Not checked against its files.
 */
const COMMON_CODES: Readonly<Record<string, string>> = {
  '01': 'Alliances and Advocacy',
  '02': 'Management and Technical Assistance',
  '03': 'Professional Societies and Associations',
  '05': 'Research Institutes and Public Policy Analysis',
  '11': 'Single Organization Support',
  '12': 'Fund Raising and Fund Distribution',
  '19': 'Support Not Elsewhere Classified',
};

/** Returns the title of the code's major group and the meaning of a common code; `undefined` for an unknown group. */
export function nteeTitle(code: string | null): string | undefined {
  const group = MAJOR_GROUPS[code?.[0]?.toUpperCase() ?? ''];
  const common = COMMON_CODES[code?.slice(1, 3) ?? ''];
  return group === undefined || common === undefined ? group : `${group}: ${common}`;
}
