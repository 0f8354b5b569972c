/** The major groups of the National Taxonomy of Exempt Entities, by the first letter of a code; as the IRS lists them. */
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

/** Returns the title of the code's major group, if it has one. */
export function nteeTitle(code: string | null): string | undefined {
  return MAJOR_GROUPS[code?.[0]?.toUpperCase() ?? ''];
}
