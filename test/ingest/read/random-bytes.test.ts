import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XmlReader } from '../../../src/ingest/read/documents/xml.js';
import { InputError, readSecFacts } from '../../../src/ingest/read/index.js';
import type { TableFormat } from '../../../src/sources/declare/index.js';
import { usSecDailyIndex } from '../../../src/sources/us/sec/daily-index.js';
import { budget } from '../../support/effort.js';
import { mapGroups, newContext, put, sourceOf } from './support.js';
import { zipOf } from './zip/zip-writer.js';

const CSV = 'id,name\n1,"ACME, ""INC"""\r\n2,"two\nlines"\n3,plain\n';
const JSON_TEXT = '[{"id":"1","name":"ACME"},\n{"id":2,"name":"B}{"}]\n';
const FIXED = 'AAAABBBB\nCCCCDDDD\n';
const INDEX =
  'Description:           Daily Index of EDGAR Dissemination Feed\nCIK|Company Name|Form Type|Date Filed|File Name\n' +
  `${'-'.repeat(80)}\n999001|ACME|10-Q|20160809|edgar/data/999001/0000999001-16-000001.txt\n`;
const XML = '<?xml version="1.0" encoding="utf-8"?>\n<R><A>x</A><B><![CDATA[y]]></B></R>';

/** The bytes with some of them replaced, removed, repeated or followed by others. */
const spoilt = (whole: Buffer) =>
  fc
    .array(
      fc.record({
        at: fc.nat(whole.length),
        remove: fc.constantFrom(0, 0, 1, 1, 3, 40),
        insert: fc.oneof(
          fc.uint8Array({ maxLength: 6 }),
          fc
            .constantFrom('"', ',', '\n', '\r', '\0', '|', '\ufeff', '}', '<', CSV)
            .map((text) => Buffer.from(text)),
        ),
      }),
      { maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce(
        (bytes, { at, remove, insert }) =>
          Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]),
        whole,
      ),
    );

/** Fails unless what is thrown is one sentence for the user. */
async function readOrRefuse(read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^[^\n]+\.$/);
  }
}

const readTable = (format: TableFormat) => async (bytes: Buffer) => {
  const context = newContext();
  const layout = { format, columns: ['id', 'name'] };
  await readOrRefuse(async () => {
    const rows = await mapGroups(sourceOf({ main: layout }), [put('x.csv', bytes)], context, (group) =>
      group.one('main')?.take('name'),
    );
    const rejected = [...context.warnings].filter(([key]) => key.startsWith('row_shape'));
    expect(context.rows()).toBe(rows.length + rejected.reduce((sum, [, count]) => sum + count, 0));
  });
};
const portal = readTable({ kind: 'portal' });
const fixed = readTable({
  kind: 'fixed',
  length: 8,
  fields: { id: [1, 4], name: [5, 4] },
  encoding: 'latin1',
});
const index = (bytes: Buffer) =>
  readOrRefuse(async () => {
    const facts = readSecFacts(usSecDailyIndex, [put('x.idx', bytes)], newContext());
    for await (const batch of facts.batches) expect(batch.length).toBeGreaterThan(0);
  });
const xml = (bytes: Buffer) =>
  readOrRefuse(async () => {
    const reader = new XmlReader('x.xml', ['/R'], () => undefined);
    for (let at = 0; at < bytes.length; at += 50) reader.push(bytes.subarray(at, at + 50));
    reader.end();
  });

describe('any bytes are rows and rejected rows, or a refusal in one sentence', () => {
  test.each<readonly [name: string, whole: Buffer, read: (bytes: Buffer) => Promise<void>]>([
    ['CSV', Buffer.from(CSV), portal],
    ['CSV in UTF-16', Buffer.from(`\ufeff${CSV}`, 'utf16le'), portal],
    ['CSV in gzip', gzipSync(CSV), portal],
    ['CSV in a zip', zipOf([{ name: 'a.csv', content: Buffer.from(CSV) }]), portal],
    ['JSON', Buffer.from(JSON_TEXT), portal],
    ['fixed width', Buffer.from(FIXED), fixed],
    ['an SEC index', Buffer.from(INDEX), index],
    ['XML', Buffer.from(XML), xml],
  ])('%s', async (_, whole, read) => {
    await read(whole);
    const bytes = fc.oneof(
      { arbitrary: spoilt(whole), weight: 5 },
      { arbitrary: fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)), weight: 1 },
    );
    await fc.assert(fc.asyncProperty(bytes, read), { numRuns: budget(300) });
  });
});
