import { zipOf } from '../ingest/read/zip/zip-writer.js';

interface WorkbookParts {
  /** The rows of the visible sheet as XML. */
  readonly rows: string;
  readonly strings?: string;
  readonly styles?: string;
  /** Attributes of `workbookPr`. */
  readonly settings?: string;
  readonly more?: Readonly<Record<string, string>>;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** An `.xlsx` file with a hidden sheet, a visible one and another behind it. */
export function workbookOf({ rows, strings, styles, settings = '', more = {} }: WorkbookParts): Buffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      `<workbook ${MAIN} xmlns:r="http://r"><workbookPr ${settings}/><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/>` +
      '<sheet name="Vendors" sheetId="2" r:id="rId2"/><sheet name="More" sheetId="3" r:id="rId3"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData><row><c t="inlineStr"><is><t>Hidden</t></is></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst ${MAIN}>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>` }),
    ...more,
  };
  return zipOf(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

/** Rows of cells as a workbook with texts alone. */
export function workbookOfTexts(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  return workbookOf({ rows: rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('') });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
