/** `NEW YORK`, `New York`, `N.Y.` or `ny` to `NY`; `undefined` if it is not a US state or territory. */
export function stateCode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = text.toUpperCase().replace(/[.,]/g, ' ').trim().replace(/\s+/g, ' ');
  const initials = name.replace(/^([A-Z]) ([A-Z])$/, '$1$2');
  return isStateCode(initials) ? initials : CODES_BY_NAME.get(name);
}

/** Publishers write the home country in many ways, and omit it in domestic addresses. */
export function isUnitedStates(country: string): boolean {
  return HOME.has(country.toUpperCase().replace(/[. ]/g, ''));
}

const HOME: ReadonlySet<string> = new Set(['US', 'USA', 'UNITEDSTATES', 'UNITEDSTATESOFAMERICA']);

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  `AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;
DC District of Columbia;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;
KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;
MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;
NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;
SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WA Washington;
WV West Virginia;WI Wisconsin;WY Wyoming;AS American Samoa;GU Guam;MP Northern Mariana Islands;
PR Puerto Rico;VI Virgin Islands`
    .split(';')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(3).toUpperCase(), entry.slice(0, 2)]),
);

/** The names of states and territories in upper case, by code. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  [...CODES_BY_NAME].map(([name, code]) => [code, name]),
);

/** USPS codes of states, the District and territories: the only values of `state`. */
export const STATE_CODES: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'
  ).split(' '),
);

export function isStateCode(code: string): boolean {
  return STATE_CODES.has(code);
}
