import { type About, type Body, bodies } from '../namesakes.js';
import { pickFrom, randomFrom } from '../writers/random.js';
import { writeLines } from '../writers/write-lines.js';

const COLUMNS =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,' +
  'ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,' +
  'INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME';
/** Every third row is a Colorado entity's, every third that of a namesake in another state. */
export const ABOUT_BMF: readonly About[] = ['entity', 'namesake', 'stranger'];
const LONGEST_NAME = 70;
const FIRST_EIN = 10_000_000;
const LAST_EIN = 990_000_000;
/** 03 on three quarters, as in the IRS's files. */
const SUBSECTIONS = ['03', '03', '03', '03', '03', '03', '04', '06', '07', '92'];

/** Rows of a generated file, those of Colorado's file that it overlaps with, and the seed of both. */
export interface BesideColorado {
  readonly rows: number;
  readonly entities: number;
  readonly seed: number;
}

/**
 * Writes an invented Business Master File: ASCII, CRLF, EINs with their leading zeros, blanks that are no zeros,
 * rulings of zeros, subordinates under group numbers. The same numbers give the same bytes.
 */
export async function generateBmf(
  path: string,
  request: BesideColorado,
  progress: (share: number) => void,
): Promise<void> {
  await writeLines(path, lines(request, progress));
}

function* lines(request: BesideColorado, progress: (share: number) => void): Generator<string> {
  const random = randomFrom(request.seed + 101);
  const columns = COLUMNS.split(',');
  yield `${COLUMNS}\r`;
  let row = 0;
  for (const body of bodies({ ...request, about: ABOUT_BMF }, random)) {
    const record = organization(body, random);
    record.EIN = einOf(row, request.rows);
    yield `${columns.map((column) => record[column] ?? '').join(',')}\r`;
    row += 1;
    if (row % 1_000 === 0) progress(row / request.rows);
  }
}

/** Rising, without a second one of a number. */
function einOf(row: number, rows: number): string {
  const step = Math.floor((LAST_EIN - FIRST_EIN) / rows);
  return String(FIRST_EIN + row * step).padStart(9, '0');
}

function organization(body: Body, random: () => number): Record<string, string> {
  const { name, person, street, city, state, zip } = body;
  const isSubordinate = random() < 0.27;
  const subsection = pickFrom(SUBSECTIONS, random);
  return {
    // The IRS writes names without punctuation.
    NAME: name.replaceAll(/[.,]/g, '').slice(0, LONGEST_NAME),
    ICO: random() < 0.65 ? `% ${person.first} ${person.last}` : '',
    ...{ STREET: street, CITY: city, STATE: state },
    ZIP: `${zip}-${random() < 0.2 ? '0000' : fourDigits(random)}`,
    GROUP: isSubordinate ? fourDigits(random) : '0000',
    SUBSECTION: subsection,
    AFFILIATION: isSubordinate ? '9' : '3',
    CLASSIFICATION: '1000',
    RULING: random() < 0.01 ? '000000' : `${1940 + Math.floor(random() * 85)}${month(random)}`,
    ...{ DEDUCTIBILITY: '1', FOUNDATION: '15', ACTIVITY: '000000000', ORGANIZATION: '1', STATUS: '01' },
    ...(random() < 0.81 ? amounts(random) : { FILING_REQ_CD: '06' }),
    ...{ PF_FILING_REQ_CD: '0', ACCT_PD: '12' },
    NTEE_CD: random() < 0.6 ? `${pickFrom('ABEPTX'.split(''), random)}${fourDigits(random).slice(0, 2)}` : '',
    SORT_NAME: isSubordinate ? `${fourDigits(random)} LODGE` : '',
  };
}

function amounts(random: () => number): Record<string, string> {
  const amount = String(random() < 0.4 ? 0 : Math.floor(10 ** (3 + 5 * random())));
  return {
    TAX_PERIOD: `${2023 + Math.floor(random() * 3)}${month(random)}`,
    ...{ ASSET_CD: '5', INCOME_CD: '4', FILING_REQ_CD: '01' },
    ...{ ASSET_AMT: amount, INCOME_AMT: amount, REVENUE_AMT: amount },
  };
}

function month(random: () => number): string {
  return String(1 + Math.floor(random() * 12)).padStart(2, '0');
}

function fourDigits(random: () => number): string {
  return String(1 + Math.floor(random() * 9_998)).padStart(4, '0');
}
