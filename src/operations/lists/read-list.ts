import { MAX_LIST_ROWS, type NewList } from '../../contract/lists.js';
import { MATCH_QUESTIONS } from '../../contract/match.js';
import { FileBytes } from '../../ingest/read/archive/file-bytes.js';
import { isZip } from '../../ingest/read/archive/file-kind.js';
import { openList, readCsv, readText, refuseMore } from '../../ingest/read/list/open-list.js';
import { InputError } from '../../ingest/read/support/context.js';
import { asksNothing, type CellsQuestion, type QuestionColumn, questionOfCells } from '../match/cells.js';

export type Question = Readonly<Partial<Record<QuestionColumn, string>>>;

/** `lines`: each line is a name. `table`: the first row has the headings. */
export type Layout = 'lines' | 'table';

/** What each column contains; null if unused. */
export type Roles = readonly (QuestionColumn | null)[];

export interface UploadedList {
  /** The text in which another layout can be read; null for a workbook. */
  readonly text: string | null;
  readonly layout: Layout;
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  /** Rows beyond `MAX_LIST_ROWS`. */
  readonly left: number;
}

const LIMITS = { maxColumns: 200, maxUnpackedBytes: 16 * 2 ** 20 };

/** Reads a list as it was pasted or uploaded. Throws InputError with a sentence about what cannot be read. */
export async function readUpload(name: string, bytes: Buffer): Promise<UploadedList> {
  if (isZip(bytes)) return { ...(await readTable(name, bytes)), text: null, layout: 'table' };
  const text = await readText(FileBytes.of(name, bytes));
  if (text.includes('\0'))
    throw new InputError(`${name} is not text; save it as .xlsx or CSV (UTF-8) and use that file.`);
  const { columns, delimiter } = await openList(FileBytes.of(name, Buffer.from(text)), LIMITS);
  const isTable = namesCompanies(guessRoles(columns)) || (delimiter !== ',' && columns.length > 1);
  return readAs(isTable ? 'table' : 'lines', name, text);
}

/** Reads the text of a list in a layout. Throws InputError. */
export async function readAs(layout: Layout, name: string, text: string): Promise<UploadedList> {
  if (layout === 'table') return { ...(await readTable(name, Buffer.from(text))), text, layout };
  const lines = text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [[line.trim()]]));
  return { text, layout, columns: ['name'], delimiter: ',', ...firstOf(lines) };
}

async function readTable(name: string, bytes: Buffer) {
  const { columns, delimiter, rows } = await openList(FileBytes.of(name, bytes), LIMITS);
  const all: (readonly string[])[] = [];
  let left = 0;
  for await (const row of rows()) {
    if (all.length < MAX_LIST_ROWS) all.push(row);
    else left += 1;
  }
  return { columns, delimiter, rows: all, left };
}

function firstOf(lines: readonly (readonly string[])[]) {
  return { rows: lines.slice(0, MAX_LIST_ROWS), left: Math.max(0, lines.length - MAX_LIST_ROWS) };
}

/** The rows of a request. Throws InputError. */
export function readRows({ csv, rows = [] }: Pick<NewList, 'csv' | 'rows'>): UploadedList {
  const layout = 'table';
  const { maxColumns } = LIMITS;
  if (csv !== undefined)
    return { text: null, layout, left: 0, ...readCsv('csv', csv, { maxColumns, maxRows: MAX_LIST_ROWS }) };
  const columns = [...new Set(rows.flatMap(Object.keys))];
  refuseMore('rows', columns.length, maxColumns, 'columns');
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  return { text: null, layout, left: 0, columns, delimiter: ',', rows: cells };
}

/** The question that a row asks, for the matcher. */
export function cellsQuestion(roles: Roles, cells: readonly string[]): CellsQuestion {
  return questionOfCells((role) => cells[roles.indexOf(role)] ?? '');
}

/** The question that a row asks as parameters of GET /match, and the cells that could not be read, as sentences. */
export function questionOf(
  roles: Roles,
  cells: readonly string[],
): { question: Question; faults: readonly string[] } {
  const cellOf = (role: QuestionColumn) => cells[roles.indexOf(role)] ?? '';
  const { question, faults } = cellsQuestion(roles, cells);
  if (asksNothing(question)) return { question: {}, faults };
  const { address, identifiers } = question;
  const identifier = (scheme: string) =>
    identifiers.find((one) => one.startsWith(`${scheme}:`))?.slice(scheme.length + 1);
  const values: Record<QuestionColumn, string | undefined> = {
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
  return { question: Object.fromEntries(Object.entries(values).filter(([, value]) => value)), faults };
}

/** Returns true if a column identifies the company. */
export function namesCompanies(roles: Roles): boolean {
  return roles.some((role) => role !== null && NAMING.includes(role));
}

const NAMING: readonly QuestionColumn[] = ['name', 'otherName', 'ein', 'uei', 'cik', 'registryNumber'];

/** The roles that a form chose, by the place of the column. */
export function chosenRoles(columns: readonly string[], chosen: (place: number) => string | null): Roles {
  return columns.map((_, place) => MATCH_QUESTIONS.find((role) => role === chosen(place)) ?? null);
}

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

/** The roles that the headings suggest. The name of a role itself comes first: of `vendor` and `name`, the latter is the name. */
export function guessRoles(columns: readonly string[]): Roles {
  const plains = columns.map((heading) => heading.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const named = plains.map((plain, place) =>
    plains.indexOf(plain) === place
      ? HEADINGS.find(([role]) => role.toLowerCase() === plain)?.[0]
      : undefined,
  );
  const taken = new Set<QuestionColumn>(named.flatMap((role) => role ?? []));
  return plains.map((plain, place) => {
    const own = named[place];
    if (own !== undefined) return own;
    const [role] = HEADINGS.find(([one, pattern]) => !taken.has(one) && pattern.test(plain)) ?? [];
    if (role !== undefined) taken.add(role);
    return role ?? null;
  });
}
