import { stringify } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { formulaSafe } from '../../domain/formula-safe.js';

/** A file that a page's address returns in place of a page. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

/** Rows of cells under their headings; null is an empty cell. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Cell = string | number | null;

export const FILE_FORMS = ['csv', 'xlsx'] as const;
export type FileForm = (typeof FILE_FORMS)[number];

export function fileOf(sheet: Sheet, form: FileForm): PageFile {
  return form === 'csv' ? csvOf(sheet) : workbookOf(sheet);
}

/** RFC 4180 in UTF-8 with a byte order mark, without which Excel reads another encoding. Formulas are disarmed. */
function csvOf({ name, columns, rows }: Sheet): PageFile {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? formulaSafe(cell) : cell)));
  const text = stringify([[...columns], ...cells], { record_delimiter: 'windows', bom: true });
  return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body: Buffer.from(text) };
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const WORKBOOK_TYPE = `${DOCUMENT}.sheet`;

/** Parts of a workbook with one sheet, but the sheet (ECMA-376). */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${DOCUMENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${DOCUMENT}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
/** The same rows give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/** Texts are stored as texts, never as formulas. */
function workbookOf({ name, columns, rows }: Sheet): PageFile {
  const lines = [columns, ...rows].map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${lines}</sheetData></worksheet>`;
  const parts = Object.entries({ ...PARTS, 'xl/worksheets/sheet1.xml': sheet });
  const files = Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(XML + xml)]));
  return {
    name: `${name}.xlsx`,
    type: WORKBOOK_TYPE,
    body: Buffer.from(zipSync(files, { level: 1, mtime: NO_TIME })),
  };
}

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

/** Max. length of a cell's text in Excel. */
const MAX_CELL = 32_767;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or a quoted attribute, without the characters that XML 1.0 does not allow, halves of a character among them. */
export function xmlText(text: string): string {
  return text
    .slice(0, MAX_CELL)
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character: string) => ENTITIES[character] ?? '');
}
