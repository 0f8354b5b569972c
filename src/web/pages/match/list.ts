import { parse } from 'csv-parse/sync';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import { asksNothing, type QuestionColumn, questionOfCells } from '../../../operations/match/cells.js';
import type { RowResult } from '../../../operations/match/result-rows.js';
import type { Match } from '../../site/answers.js';

export type Question = Readonly<Partial<Record<QuestionColumn, string>>>;

/** A row of the list: its own cells, and the question that they ask. */
export interface ListRow {
  readonly cells: readonly string[];
  /** Empty if the row asks nothing. */
  readonly question: Question;
  /** Cells that could not be read and were left out, as sentences. */
  readonly faults: readonly string[];
}

/** A row with what was found for it. */
export interface Answered extends ListRow {
  /** Undefined if the row could not be asked. */
  readonly match: Match | undefined;
  readonly result: RowResult;
  /** The id that the reader chose among candidates. */
  readonly chosen: string | undefined;
}

/** Rows of a list that are looked up by one page. */
export const ROWS_MOST = 1_000;

export interface PastedList {
  readonly columns: readonly string[];
  /** What each column holds; undefined if it is not used. */
  readonly roles: readonly (QuestionColumn | undefined)[];
  readonly delimiter: string;
  readonly hasHead: boolean;
  readonly rows: readonly ListRow[];
  /** Rows beyond the most. */
  readonly left: number;
}

/** As `dossier match` takes them. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A line before the first row that names the separator for spreadsheets. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n/i;

/**
 * A list as a spreadsheet copies or saves it. If its first row names a column of a name or an identifier, it is the head; else
 * each line is a name. `chosen` gives the columns another use, by their places. Throws `Error` for a quoted cell that does not end.
 */
export function readList(text: string, chosen?: (place: number) => string | null): PastedList {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const body = text.replace(SEPARATOR_LINE, '');
  const best = (named === undefined ? DELIMITERS : [named])
    .map((delimiter) => ({ delimiter, head: parsed(body, delimiter, 1)[0] ?? [] }))
    .reduce((most, one) => (one.head.length > most.head.length ? one : most));
  const guessed = rolesOf(best.head);
  const hasHead = guessed.some((role) => role !== undefined && ASKS.includes(role));
  const delimiter = hasHead ? best.delimiter : ',';
  const columns = hasHead ? best.head : ['name'];
  const roles = hasHead ? guessed.map((role, place) => roleOf(chosen?.(place), role)) : (['name'] as const);
  const lines = hasHead
    ? parsed(body, delimiter).slice(1)
    : text.split(/\r?\n/).flatMap((line) => (line.trim() ? [[line.trim()]] : []));
  return {
    ...{ columns, roles, delimiter, hasHead },
    rows: lines.slice(0, ROWS_MOST).map((cells) => rowOf(columns, roles, cells)),
    left: Math.max(0, lines.length - ROWS_MOST),
  };
}

function parsed(text: string, delimiter: string, to = -1): string[][] {
  return parse(text, {
    ...{ delimiter, bom: true, trim: true, relax_quotes: true, quote: delimiter === '|' ? null : '"' },
    ...{ skip_empty_lines: true, relax_column_count: true },
    ...(to > 0 && { to }),
  });
}

function rowOf(
  columns: readonly string[],
  roles: readonly (QuestionColumn | undefined)[],
  given: readonly string[],
): ListRow {
  const cells = columns.map((_, place) => given[place] ?? '');
  const cellOf = (role: QuestionColumn) => cells[roles.indexOf(role)] ?? '';
  const { question, faults } = questionOfCells(cellOf);
  if (asksNothing(question)) return { cells, question: {}, faults };
  const { address, identifiers } = question;
  const identifier = (scheme: string) =>
    identifiers.find((one) => one.startsWith(`${scheme}:`))?.slice(scheme.length + 1);
  const asked: Record<QuestionColumn, string | undefined> = {
    name: question.name,
    otherName: question.otherNames.join(';'),
    ...address,
    officer: cellOf('officer').trim(),
    agent: cellOf('agent').trim(),
    ein: identifier('ein'),
    uei: identifier('uei'),
    cik: identifier('cik'),
    registryNumber: question.registryNumber,
  };
  const filled = Object.entries(asked).filter(([, value]) => value);
  return { cells, question: Object.fromEntries(filled), faults };
}

/** Columns that make the first row a head. */
const ASKS: readonly string[] = MATCH_QUESTIONS.filter((column) => column !== 'state' && column !== 'city');

/** What a heading means, in small letters without signs and blanks; of several that mean the same the first is used. */
const HEADINGS: readonly (readonly [QuestionColumn, RegExp])[] = [
  [
    'ein',
    /^(?:ein|fein|taxid|federaltaxid|employeridentificationnumber|taxidentificationnumber|tin)(?:number|no)?$/,
  ],
  ['uei', /^(?:uei|uniqueentityid|uniqueentityidentifier|samuei)$/],
  ['cik', /^cik(?:number|code)?$/],
  ['registryNumber', /^(?:registrynumber|stateentityid|filingnumber|registrationnumber)$/],
  ['otherName', /^(?:othernames?|dba|dbaname|doingbusinessas|tradename|alias|formername)$/],
  [
    'name',
    /^(?:name|company|companyname|vendor|vendorname|supplier|suppliername|business|businessname|legalname|legalbusinessname|organi[sz]ation|organi[sz]ationname|entity|entityname|customer|customername|accountname)$/,
  ],
  ['state', /^(?:state|st|statecode|stateprovince|province|addressstate|mailingstate|billingstate)$/],
  ['zip', /^(?:zip|zipcode|zip5|postalcode|postcode|addresszip|mailingzip|billingzip)$/],
  ['city', /^(?:city|town|cityname|addresscity|mailingcity|billingcity)$/],
  [
    'street',
    /^(?:street|streetaddress|address|address1|addressline1|street1|mailingaddress|billingaddress|billingstreet)$/,
  ],
  ['officer', /^(?:officer|officername|contact|contactname|president|ceo)$/],
  ['agent', /^(?:agent|registeredagent|agentname)$/],
];

function rolesOf(head: readonly string[]): (QuestionColumn | undefined)[] {
  const taken = new Set<QuestionColumn>();
  return head.map((heading) => {
    const plain = heading.toLowerCase().replace(/[^a-z0-9]/g, '');
    const [role] = HEADINGS.find(([one, pattern]) => !taken.has(one) && pattern.test(plain)) ?? [];
    if (role !== undefined) taken.add(role);
    return role;
  });
}

/** `chosen` null or undefined: nothing was chosen. */
function roleOf(
  chosen: string | null | undefined,
  guessed: QuestionColumn | undefined,
): QuestionColumn | undefined {
  if (chosen === null || chosen === undefined) return guessed;
  return MATCH_QUESTIONS.find((column) => column === chosen);
}
