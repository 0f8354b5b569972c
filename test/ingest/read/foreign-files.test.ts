import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FileBytes } from '../../../src/ingest/read/archive/file-bytes.js';
import { XmlReader } from '../../../src/ingest/read/documents/xml.js';
import { InputError } from '../../../src/ingest/read/index.js';
import { openList } from '../../../src/ingest/read/list/open-list.js';
import type { TableLayout } from '../../../src/sources/declare/index.js';
import { mapGroups, newContext, put, sourceOf, type Watched } from './support.js';
import { zipOf } from './zip/zip-writer.js';

const listOf = async (name: string, content: string | Buffer) =>
  openList(FileBytes.of(name, Buffer.from(content)));

const LAYOUT: TableLayout = { format: { kind: 'portal' }, columns: ['id', 'name'], keys: {} };
const TEXT = 'id,name\n1,José’s Café\n2,Smith & Söhne\n';
const ROWS = [
  ['1', 'José’s Café'],
  ['2', 'Smith & Söhne'],
];

async function read(content: Uint8Array, context: Watched = newContext(), layout = LAYOUT) {
  return await mapGroups(sourceOf({ main: layout }), [put('x.csv', content)], context, (group) => {
    const row = group.one('main');
    return [row?.take('id'), row?.take('name')];
  });
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();

const FOREIGN: readonly (readonly [name: string, content: Buffer, is: string])[] = [
  ['.xlsx', zipOf([{ name: '[Content_Types].xml', content: Buffer.from('<Types/>') }]), 'an Excel workbook'],
  [
    '.xlsx of another program',
    zipOf([{ name: 'xl/workbook.xml', content: Buffer.from('<w/>') }]),
    'an Excel workbook',
  ],
  [
    '.ods',
    zipOf([
      { name: 'mimetype', content: latin1('application/vnd.oasis.opendocument.spreadsheet'), method: 0 },
      { name: 'content.xml', content: latin1('<x/>') },
    ]),
    'an OpenDocument file',
  ],
  ['.xls', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more'), 'an old Excel workbook (.xls)'],
  ['.xz', latin1('\xfd7zXZ\x00\x00\x04'), 'compressed with xz'],
  ['.bz2', latin1('BZh91AY&SY....'), 'compressed with bzip2'],
  ['.zst', latin1('\x28\xb5\x2f\xfd....'), 'compressed with zstd'],
  ['.7z', latin1('7z\xbc\xaf\x27\x1c..'), 'a 7z archive'],
  ['.rar', latin1('Rar!\x1a\x07\x01\x00'), 'a RAR archive'],
  ['.Z', latin1('\x1f\x9d\x90....'), 'compressed with compress (.Z)'],
  ['.tar', latin1(`a.csv${'\0'.repeat(252)}ustar\0`), 'a tar archive'],
  ['.pdf', latin1('%PDF-1.7\n%....'), 'a PDF document'],
  ['.db', latin1('SQLite format 3\0....'), 'an SQLite database'],
  [
    'an LFS pointer',
    latin1('version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n'),
    'a Git LFS pointer',
  ],
  [
    'a web page',
    latin1('\n<!-- x --><!DOCTYPE html><html><body>id,name</body></html>\n'),
    'a web page (HTML)',
  ],
  ['a web page with a mark', Buffer.from('\ufeff<html>\n</html>'), 'a web page (HTML)'],
  [
    'an error of a server',
    latin1('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'),
    'an error message',
  ],
  ['JSON documents', latin1('\n{\n"a": 1}\n'), 'JSON'],
  ['XML', latin1('<?xml version="1.0"?>\n<rows/>\n'), 'XML'],
  ['UTF-32', latin1('\xff\xfe\0\0i\0\0\0d\0\0\0'), 'in UTF-32'],
];
const DELIMITED: TableLayout = { ...LAYOUT, format: { kind: 'delimited', delimiter: ',' } };

describe('a file in another format', () => {
  test.each(FOREIGN)('(%s) is named, with what to do, plain and in gzip', async (_, content, is) => {
    for (const bytes of [content, gzipSync(content)]) {
      const fault = await read(bytes, newContext(), DELIMITED).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(InputError);
      expect((fault as Error).message).toMatch(/^x\.csv is [^\n]+; [^\n]+\.$/);
      expect((fault as Error).message).toContain(`x.csv is ${is}`);
    }
  });

  // Workbooks are read as lists.
  test.each(FOREIGN.filter(([, , is]) => !['XML', 'JSON', 'an Excel workbook'].includes(is)))(
    '(%s) is named if it is given as a list to match',
    async (_, content, is) => {
      await expect(listOf('list.csv', content)).rejects.toThrow(`list.csv is ${is}`);
    },
  );

  test('is left out with a warning if it is a member of an archive next to a table', async () => {
    const context = newContext();
    const zip = zipOf([
      { name: 'readme.pdf', content: latin1('%PDF-1.7') },
      { name: 'a.csv', content: Buffer.from(TEXT) },
    ]);
    expect(await read(zip, context)).toEqual(ROWS);
    expect([...context.warnings.keys()]).toEqual(['member_skipped x.csv (readme.pdf)']);
    const only = zipOf([{ name: 'readme.pdf', content: latin1('%PDF-1.7') }]);
    await expect(read(only)).rejects.toThrow('x.csv (readme.pdf) is a PDF document');
  });

  test('that is packed is named if it is given as a list to match', async () => {
    await expect(listOf('l.csv', gzipSync(TEXT))).rejects.toThrow('is compressed with gzip; decompress it');
    const zip = zipOf([{ name: 'a.csv', content: Buffer.from(TEXT) }]);
    await expect(listOf('l.csv', zip)).rejects.toThrow('is a zip archive; decompress it');
  });
});

describe('a text file in another encoding', () => {
  test.each([
    ['UTF-16 LE with a mark', utf16le(`\ufeff${TEXT}`), ['utf_16 x.csv']],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${TEXT}`), ['utf_16 x.csv']],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), []],
    ['lines that end in CR', Buffer.from(TEXT.replaceAll('\n', '\r')), ['cr_line_ends x.csv']],
    [
      'UTF-16 with lines that end in CR',
      utf16le(`\ufeff${TEXT.replaceAll('\n', '\r')}`),
      ['utf_16 x.csv', 'cr_line_ends x.csv'],
    ],
  ])('(%s) is read, alone, in gzip and in a zip', async (_, content, expected) => {
    for (const bytes of [content, gzipSync(content)]) {
      const context = newContext();
      expect(await read(bytes, context)).toEqual(ROWS);
      expect(codesOf(context)).toEqual(expected);
    }
    expect(await read(zipOf([{ name: 'a.csv', content }]))).toEqual(ROWS);
  });

  test('(UTF-16 without a mark) is read if its text is Latin', async () => {
    const plain = 'id,name\n1,ACME INC\n2,Bosch\n';
    for (const bytes of [utf16le(plain), utf16be(plain)]) {
      expect(await read(bytes)).toEqual([
        ['1', 'ACME INC'],
        ['2', 'Bosch'],
      ]);
    }
  });

  test('is read as a list to match too', async () => {
    for (const content of [utf16be(`\ufeff${TEXT}`), utf16le(`\ufeff${TEXT.replaceAll('\n', '\r')}`)]) {
      const list = await listOf('list.csv', content);
      expect(list.columns).toEqual(['id', 'name']);
      const rows: (readonly string[])[] = [];
      for await (const row of list.rows()) rows.push(row);
      expect(rows).toEqual(ROWS);
    }
  });
});

describe('the encoding that an XML document declares', () => {
  const document = (encoding: string) => `<?xml version="1.0" encoding='${encoding}'?><R><N>José – Ž</N></R>`;
  const nameIn = (bytes: Buffer, pieces: number, warnings: string[] = []) => {
    const reader = new XmlReader('f.xml', ['/R'], (code) => warnings.push(code));
    for (let at = 0; at < bytes.length; at += pieces) reader.push(bytes.subarray(at, at + pieces));
    return reader.end().children[0]?.text;
  };
  const windows = (text: string) => latin1(text.replace('–', '\x96').replace('Ž', '\x8e'));

  test.each([1, 50, 10_000])('is honoured, in pieces of %d bytes', (pieces) => {
    for (const encoding of ['ISO-8859-1', 'windows-1252', 'Windows-1252', 'latin1']) {
      expect(nameIn(windows(document(encoding)), pieces)).toBe('José – Ž');
    }
    for (const encoding of ['UTF-8', 'utf-8', 'UTF-16']) {
      expect(nameIn(Buffer.from(document(encoding)), pieces)).toBe('José – Ž');
    }
    expect(nameIn(Buffer.from('<R><N>José – Ž</N></R>'), pieces)).toBe('José – Ž');
    const greek = Buffer.concat([
      latin1(`<?xml version="1.0" encoding="ISO-8859-7"?><R><N>`),
      Buffer.from([0xe1, 0xe2]),
      latin1('</N></R>'),
    ]);
    expect(nameIn(greek, pieces)).toBe('αβ');
  });

  test('is refused in a sentence if it is unknown', () => {
    expect(() => nameIn(latin1(document('x-klingon')), 99)).toThrow(
      'f.xml declares the encoding "x-klingon", which is not supported; convert it to UTF-8.',
    );
  });

  test('that is wrong is reported', () => {
    const warnings: string[] = [];
    expect(nameIn(latin1('<R><N>Jos\xe9</N></R>'), 99, warnings)).toBe('Jos\ufffd');
    expect(warnings).toEqual(['not_utf8']);
  });
});

describe('bytes behind the end', () => {
  const gz = gzipSync(TEXT);
  const zip = zipOf([{ name: 'a.csv', content: Buffer.from(TEXT) }]);
  test.each([
    ['garbage', Buffer.from('garbage\n')],
    ['zeros', Buffer.alloc(10_000)],
    ['many zeros', Buffer.alloc(3_000_000)],
    ['a line end', Buffer.from('\r\n')],
  ])('(%s) of a gzip file or a zip are ignored with a warning', async (_, tail) => {
    for (const whole of [gz, Buffer.concat([gz, gzipSync('3,ACME\n')]), zip]) {
      const context = newContext();
      const rows = await read(Buffer.concat([whole, tail]), context);
      expect(rows.slice(0, 2)).toEqual(ROWS);
      expect(codesOf(context)).toEqual([
        `trailing_bytes x.csv: ${tail.length.toLocaleString('en-US')} bytes after its end were ignored`,
      ]);
      expect(context.bytes()).toBe(whole.length + tail.length);
    }
  });

  test('of a gzip file are no reason to accept one that is cut or damaged', async () => {
    const two = Buffer.concat([gz, gz]);
    for (let length = gz.length + 3; length < two.length; length += 5) {
      await expect(read(two.subarray(0, length))).rejects.toThrow('is truncated');
    }
    const damaged = Buffer.concat([gz, Buffer.from('tail')]);
    damaged[gz.length - 7] = (damaged[gz.length - 7] ?? 0) ^ 1;
    await expect(read(damaged)).rejects.toThrow('is damaged: incorrect data check.');
  });

  test('of a zip are no reason to accept one that is cut', async () => {
    const nested = zipOf([{ name: 'in.zip', content: zip, method: 0 }]);
    await expect(read(nested.subarray(0, nested.length - 30))).rejects.toThrow('contain no zip directory');
  });

  test('are found behind every header that gzip may have', async () => {
    const header = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
      latin1('name.csv\0comment\0'),
      Buffer.from([0, 0]),
    ]);
    const context = newContext();
    expect(await read(Buffer.concat([header, gz.subarray(10), Buffer.from('x')]), context)).toEqual(ROWS);
    expect(codesOf(context)).toHaveLength(1);
  });
});

const codesOf = (context: Watched) => [...context.warnings.keys()];
