import { describe, expect, test } from 'vitest';
import { FileBytes } from '../../../src/ingest/read/archive/file-bytes.js';
import { LIST_LIMITS } from '../../../src/ingest/read/list/list.js';
import { openList } from '../../../src/ingest/read/list/open-list.js';
import { workbookOf, workbookOfTexts } from '../../support/workbook.js';
import { zipOf } from './zip/zip-writer.js';

async function read(bytes: Buffer, limits = LIST_LIMITS, name = 'list.xlsx') {
  const { columns, sheet, rows } = await openList(FileBytes.of(name, bytes), limits);
  const all: (readonly string[])[] = [];
  for await (const row of rows()) all.push(row);
  return { columns, sheet, rows: all };
}

describe('a workbook', () => {
  test('is read from its first visible sheet, from the first row with a value', async () => {
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" s="1"/></row>' +
      '<row r="3"/><row r="5"><c r="C5" t="inlineStr"><is><t>CO</t></is></c></row>' +
      '<row r="6"><c r="A6" t="str"><f>A1</f><v>Acme &amp; Co</v></c><c t="b"><v>1</v></c></row>';
    const strings =
      '<si><r><t>Company </t></r><r><rPr><b/></rPr><t>Name</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>State_x000D_</t></si>';
    expect(await read(workbookOf({ rows, strings }))).toEqual({
      columns: ['Company Name', '', 'State'],
      sheet: 'Vendors',
      rows: [
        ['', '', 'CO'],
        ['Acme & Co', 'TRUE', ''],
      ],
    });
  });

  const STYLES =
    '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="[$-409]d\\-mmm\\-yy;@"/>' +
    '<numFmt numFmtId="166" formatCode="#,##0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="21"/></cellXfs>';
  test.each([
    ['a date', '1', '43952', '2020-05-01'],
    ['a date of a custom format', '3', '43952', '2020-05-01'],
    ['a date with a time', '1', '43952.5625', '2020-05-01 13:30:00'],
    ['a time', '5', '0.25', '06:00:00'],
    ['a date before the day that was not', '1', '1', '1900-01-01'],
    ['a ZIP code', '2', '1234', '01234'],
    ['a number with a word in its format', '4', '12.5', '12.5'],
    ['a number', '0', '0.30000000000000004', '0.3'],
    ['a large number', '0', '1.23456789E8', '123456789'],
    ['a serial number that is no date', '0', '43952', '43952'],
    ['a date out of range', '1', '99999999', '99999999'],
  ])('shows %s as people read it', async (_, style, value, text) => {
    const rows = `<row><c t="inlineStr"><is><t>Value</t></is></c></row><row><c s="${style}"><v>${value}</v></c></row>`;
    expect((await read(workbookOf({ rows, styles: STYLES }))).rows).toEqual([[text]]);
  });

  test('may count its days from 1904', async () => {
    const rows = '<row><c t="inlineStr"><is><t>Day</t></is></c></row><row><c s="1"><v>42490</v></c></row>';
    const book = workbookOf({ rows, styles: STYLES, settings: 'date1904="1"' });
    expect((await read(book)).rows).toEqual([['2020-05-01']]);
  });

  test('may have prefixes in its names', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://x"><x:sheetData><x:row><x:c t="str"><x:v>Name</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const book = workbookOf({ rows: '', more: { 'xl/worksheets/sheet2.xml': sheet } });
    expect((await read(book)).columns).toEqual(['Name']);
  });

  test('is refused by the row that has more cells than there are headings', async () => {
    const rows =
      '<row r="4"><c t="str"><v>Name</v></c></row><row r="9"><c r="A9"><v>1</v></c><c r="C9"><v>2</v></c></row>';
    await expect(read(workbookOf({ rows }))).rejects.toThrow(
      'Row 9 of list.xlsx has 3 fields, but the first row has 1. Correct it and start again.',
    );
  });

  const bomb = `<row><c t="str"><v>${'a'.repeat(3_000_000)}</v></c></row>`;
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
  test.each([
    [
      'with more columns than are read',
      workbookOf({ rows: '<row><c r="ZZ1"><v>1</v></c></row>' }),
      /has more than 200 columns\.$/,
    ],
    [
      'that decompresses to more than the limit',
      workbookOf({ rows: bomb }),
      /^list\.xlsx decompresses to more than 2 MiB; save the sheet as CSV/,
    ],
    [
      'that declares entities',
      workbookOf({ rows: '', more: { 'xl/worksheets/sheet2.xml': entities } }),
      /is damaged: it is not a complete XML document\.$/,
    ],
    [
      'that is cut',
      workbookOf({ rows: '', more: { 'xl/worksheets/sheet2.xml': '<worksheet><sheetData>' } }),
      /is damaged/,
    ],
    ['whose end is missing', workbookOfTexts([['Name']]).subarray(0, 300), /is truncated/],
    ['without rows', workbookOf({ rows: '' }), /^list\.xlsx is empty\.$/],
    [
      'without sheets',
      workbookOf({ rows: '', more: { 'xl/workbook.xml': '<workbook/>' } }),
      /has no visible sheet\.$/,
    ],
    [
      'of the binary kind',
      zipOf([{ name: 'xl/workbook.bin', content: Buffer.alloc(1) }]),
      /is a binary workbook \(\.xlsb\); save it as \.xlsx or CSV/,
    ],
    [
      'of OpenDocument',
      zipOf([{ name: 'content.xml', content: Buffer.alloc(1) }]),
      /is an OpenDocument file; save it/,
    ],
    [
      'that is a text document',
      zipOf([{ name: 'word/document.xml', content: Buffer.alloc(1) }]),
      /is an Excel workbook or another Office document; save it/,
    ],
    [
      'that is another archive',
      zipOf([{ name: 'list.csv', content: Buffer.from('a') }]),
      /is a zip archive; decompress it/,
    ],
  ])('%s is refused', async (_, bytes, message) => {
    await expect(read(bytes, { maxColumns: 200, maxUnpackedBytes: 2 * 2 ** 20 })).rejects.toThrow(message);
  });
});

test('a text is read in memory as from a file', async () => {
  const text = Buffer.from('sep=;\r\nName;State\r\n"Caf\xe9; Co";CO\r\n\r\nB\r\n', 'latin1');
  expect(await read(text)).toEqual({
    columns: ['Name', 'State'],
    sheet: undefined,
    rows: [
      ['Café; Co', 'CO'],
      ['B', ''],
    ],
  });
});
