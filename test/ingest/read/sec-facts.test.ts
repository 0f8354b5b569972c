import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { readSecFacts } from '../../../src/ingest/read/index.js';
import { InputError } from '../../../src/ingest/read/support/context.js';
import type { SecInput, SecSource } from '../../../src/sources/declare/index.js';
import { newContext, put } from './support.js';
import { zipOf } from './zip/zip-writer.js';

const DOCUMENTS = secSource({
  kind: 'documents',
  facts: function* (name, document) {
    const { cik, fault } = document as { cik: number; fault?: string };
    if (fault) throw new Error(fault);
    yield { kind: 'filer', cik, name };
  },
});

const LINES = secSource({
  kind: 'lines',
  open: () => {
    let dates = { from: '', to: '' };
    return {
      line: (text) => {
        if (text.startsWith('#')) return undefined;
        const [cik, from = '', to = ''] = text.split('|');
        if (!/^\d+$/.test(cik ?? '')) throw new Error(`"${cik}" is no CIK.`);
        dates = { from, to };
        return { kind: 'filer', cik: Number(cik) };
      },
      scope: () => (dates.from === '' ? undefined : dates),
    };
  },
});

describe('readSecFacts: documents', () => {
  it('reads one document per file and per zip member, and counts the empty ones', async () => {
    const zip = zipOf([
      { name: 'CIK1.json', content: Buffer.from('{"cik":1}') },
      { name: 'CIK2.json', content: Buffer.from('{}') },
      { name: 'CIK3.json', content: Buffer.alloc(0) },
      { name: 'CIK4.json', content: Buffer.from('\uFEFF{"cik":4}'), method: 0 },
    ]);
    const context = newContext();
    const { facts } = await readAll(DOCUMENTS, [put('all.zip', zip), put('CIK5.json', '{"cik":5}')], context);
    expect(facts).toEqual([
      { kind: 'filer', cik: 1, name: 'CIK1.json' },
      { kind: 'filer', cik: 4, name: 'CIK4.json' },
      { kind: 'filer', cik: 5, name: 'CIK5.json' },
    ]);
    expect(context.warnings).toEqual(new Map([['empty_document all.zip', 2]]));
    expect(context.rows()).toBe(3);
  });

  it('names the member that is broken, too large or not as its source expects', async () => {
    const member = (text: string) =>
      put('all.zip', zipOf([{ name: 'CIK1.json', content: Buffer.from(text) }]));
    await expectFault(put('CIK1.json', '{"cik":'), 'CIK1.json is not a complete JSON document.');
    await expectFault(member('{"fault":"No filings."}'), 'all.zip (CIK1.json): No filings.');
    const large = put('CIK1.json', `{"cik":1,"x":"${'abcdefg'.repeat(200_000)}"}`);
    await expectFault(large, 'CIK1.json is a document larger than 1,000,000 bytes.');
  });

  it('rejects the members of an archive that are broken, and reads the others', async () => {
    const zip = zipOf([
      { name: 'CIK1.json', content: Buffer.from('{"cik":') },
      { name: 'CIK2.json', content: Buffer.from('{"cik":2}') },
    ]);
    const context = newContext();
    const { facts } = await readAll(DOCUMENTS, [put('all.zip', zip)], context);
    expect(facts).toEqual([{ kind: 'filer', cik: 2, name: 'CIK2.json' }]);
    const broken = 'rejected_row all.zip (CIK1.json) is not a complete JSON document.';
    expect([context.warnings, context.rows()]).toEqual([new Map([[broken, 1]]), 2]);
  });

  it('gives batches of at most 1,000 facts', async () => {
    const content = (n: number) => Buffer.from(`{"cik":${n + 1}}`);
    const members = Array.from({ length: 1_300 }, (_, n) => ({ name: `${n}.json`, content: content(n) }));
    const sizes: number[] = [];
    const { batches } = readSecFacts(DOCUMENTS, [put('all.zip', zipOf(members))], newContext());
    for await (const batch of batches) sizes.push(batch.length);
    expect(sizes).toEqual([1_000, 300]);
  });
});

describe('readSecFacts: lines', () => {
  it('feeds each file to a parser of its own and collects what the files vouch for', async () => {
    const paths = [
      put('a.idx', '# header\n1|2016-07-01|2016-09-30\n2|2016-07-01|2016-09-30'),
      put('b.gz', gzipSync('\uFEFF3\r\n')),
    ];
    const { facts, scopes } = await readAll(LINES, paths, newContext());
    expect(facts.map((fact) => fact.cik)).toEqual([1, 2, 3]);
    expect(scopes).toEqual([{ file: 'a.idx', from: '2016-07-01', to: '2016-09-30' }]);
  });

  it('names the file and the line that cannot be read', async () => {
    const read = readAll(LINES, [put('a.idx', '# header\n1|a|b\nx|a|b\n')], newContext());
    await expect(read).rejects.toThrow(InputError);
    await expect(read).rejects.toThrow('a.idx, line 3: "x" is no CIK.');
  });

  it('refuses a line beyond the limit', async () => {
    const read = readAll(LINES, [put('a.idx', `#${'x'.repeat(200_000)}`)], newContext());
    await expect(read).rejects.toThrow('a.idx has a line longer than 100,000 characters.');
  });
});

function secSource(input: SecInput): SecSource {
  return {
    kind: 'sec',
    id: 'us_sec_test',
    title: 'Test',
    agency: { name: 'SEC', level: 'federal', url: 'https://www.sec.gov' },
    licence: 'public domain',
    every: 'day',
    fetch: { kind: 'manual', how: 'none' },
    layout: 'verified',
    delivery: 'snapshot',
    expect: { min: 0 },
    input,
  };
}

async function readAll(source: SecSource, paths: readonly string[], context: ReturnType<typeof newContext>) {
  const { batches, scopes } = readSecFacts(source, paths, context);
  const facts: SecFact[] = [];
  for await (const batch of batches) facts.push(...batch);
  return { facts, scopes: scopes() };
}

async function expectFault(path: string, message: string): Promise<void> {
  const error = await readAll(DOCUMENTS, [path], newContext()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toBe(message);
}
