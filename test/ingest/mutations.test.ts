import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { readMultipart } from '../../src/http/multipart.js';
import { FileBytes } from '../../src/ingest/read/archive/file-bytes.js';
import { InputError } from '../../src/ingest/read/index.js';
import { openList } from '../../src/ingest/read/list/open-list.js';
import { runIngest } from '../../src/ingest/run/run.js';
import { IdentifyQuery } from '../../src/operations/identify/index.js';
import { MatchQuery } from '../../src/operations/match/index.js';
import { ContractSearchQuery } from '../../src/operations/search-contracts/index.js';
import { EntitySearchQuery } from '../../src/operations/search-entities/request.js';
import { FilingSearchQuery } from '../../src/operations/search-filings/request.js';
import { LobbyingSearchQuery } from '../../src/operations/search-lobbying/index.js';
import { buildIndex, IndexFormatError, openIndex } from '../../src/search/index.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import type { Store } from '../../src/store/store.js';
import { filings } from '../search/model/sample.js';
import { budget } from '../support/effort.js';
import { openStore } from '../support/store.js';
import { workbookOfTexts } from '../support/workbook.js';
import { Deflate64Writer } from './read/zip/deflate64-writer.js';
import { zipOf } from './read/zip/zip-writer.js';

/** The corpus: the bundled files of every source, in the formats of their publishers. */
const SAMPLE = join(import.meta.dirname, '../../sample');
const SAMPLED = [...SOURCES, ...DATASETS].flatMap((source) => {
  const folder = join(SAMPLE, source.id);
  const names = readdirSync(SAMPLE).includes(source.id) ? readdirSync(folder) : [];
  const files = names.map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  return files.length === 0 ? [] : [{ id: source.id, source, files }];
});
const COLORADO = 'us_co_business_entities';
/** Processor time of one file, in milliseconds. A whole one takes a few. */
const MAX_MS = 5_000;
/** DOSSIER_TEST_SEED repeats the runs of a failure, whose message names the seed. */
const SEED = process.env.DOSSIER_TEST_SEED;
const REPLAY = SEED === undefined ? {} : { seed: Number(SEED) };

/** Texts that mean something to a reader. */
const WORDS = [
  ...[
    '"',
    '""',
    ',',
    '|',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\ufeff',
    '\\',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '&',
    '<![CDATA[',
  ],
  ...[
    'null',
    '-1',
    '1e999',
    '9'.repeat(40),
    '0000-00-00',
    '__proto__',
    '\u2028',
    '\ud800',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '&b;',
  ],
  ...['PK\u0003\u0004', '\u001f\u008b', 'x'.repeat(20_000)],
].map((text) => Buffer.from(text, 'utf8'));

type Edit = (bytes: Buffer) => Buffer;

/** Places are parts of the whole, so that an edit fits every file. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, part: number) => Math.floor(part * bytes.length);
const splice = (bytes: Buffer, from: number, to: number, ...inserted: readonly Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, from), ...inserted, bytes.subarray(Math.max(from, to))]);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(
      place,
      fc.constantFrom(0, 0, 1, 1, 4, 100),
      fc.oneof(fc.constantFrom(...WORDS), fc.uint8Array({ maxLength: 8 })),
    )
    .map(
      ([from, count, inserted]): Edit =>
        (bytes) =>
          splice(bytes, at(bytes, from), at(bytes, from) + count, inserted),
    ),
  place.map(
    (end): Edit =>
      (bytes) =>
        bytes.subarray(0, at(bytes, end)),
  ),
  place.map(
    (begin): Edit =>
      (bytes) =>
        bytes.subarray(at(bytes, begin)),
  ),
  // A stretch is moved or repeated.
  fc.tuple(place, place, place, fc.constantFrom(1, 2, 40)).map(
    ([one, other, to, times]): Edit =>
      (bytes) => {
        const [from, end] = [at(bytes, Math.min(one, other)), at(bytes, Math.max(one, other))];
        const stretch = bytes.subarray(from, Math.min(end, from + 2_000));
        return splice(bytes, at(bytes, to), at(bytes, to), ...Array<Buffer>(times).fill(stretch));
      },
  ),
  fc.tuple(place, fc.nat(7)).map(
    ([where, bit]): Edit =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        const byte = Math.min(at(bytes, where), bytes.length - 1);
        if (byte >= 0) changed[byte] = (changed[byte] ?? 0) ^ (1 << bit);
        return changed;
      },
  ),
  fc.constant<Edit>((bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le')),
);

const edits: fc.Arbitrary<Edit> = fc
  .array(edit, { minLength: 1, maxLength: 4 })
  .map((all) => (bytes) => all.reduce((changed, one) => one(changed), bytes));

/** Packed before or after it is changed. */
type Packed = (name: string, bytes: Buffer, change: Edit) => Buffer;
const PACKED: readonly Packed[] = [
  (_, bytes, change) => change(bytes),
  (_, bytes, change) => change(bytes),
  (_, bytes, change) => gzipSync(change(bytes)),
  (_, bytes, change) => change(gzipSync(bytes)),
  (name, bytes, change) => zipOf([{ name, content: change(bytes) }]),
  (name, bytes, change) => change(zipOf([{ name, content: bytes }])),
  (name, bytes, change) => {
    const packed = new Deflate64Writer().fixed([...bytes], true).end();
    return change(zipOf([{ name, content: bytes, method: 9, packed }]));
  },
];
const packed = fc.constantFrom(...PACKED);

/** Fails if the work takes longer than any file of this size may. */
async function inTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(MAX_MS);
  return value;
}

describe('a changed file is loaded or refused in one line', () => {
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-mutations-'));
    store = await openStore(folder, { schema: 'migrate' });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** Loads the files of a source, one of them changed. */
  const load = async (
    { source, files }: (typeof SAMPLED)[number],
    changed: { readonly file: number; readonly bytes: (name: string, whole: Buffer) => Buffer } | undefined,
    dryRun: boolean,
  ) => {
    const input = mkdtempSync(join(folder, 'input-'));
    const paths = files.map(({ name, content }, index) => {
      const path = join(input, name);
      writeFileSync(
        path,
        changed && index === changed.file % files.length ? changed.bytes(name, content) : content,
      );
      return path;
    });
    const work = join(input, 'work');
    mkdirSync(work);
    try {
      return await inTime(() =>
        runIngest({ source, folder: work, paths, catalog: store.catalog, clock: Date.now, dryRun }),
      );
    } finally {
      rmSync(input, { recursive: true });
    }
  };
  const refused = ({ outcome, error, cause }: Awaited<ReturnType<typeof load>>) => {
    if (outcome === 'done') return false;
    expect(['InputError', 'CheckFailed'], error ?? '').toContain((cause as Error | undefined)?.name);
    expect(error).toMatch(/^[^\n]+$/);
    return true;
  };

  test.each(SAMPLED)('$id', async (sampled) => {
    expect(refused(await load(sampled, undefined, true))).toBe(false);
    await fc.assert(
      fc.asyncProperty(fc.nat(20), edits, packed, async (file, change, pack) => {
        const bytes = (name: string, whole: Buffer) => pack(name, whole, change);
        refused(await load(sampled, { file, bytes }, true));
      }),
      { ...REPLAY, numRuns: budget(100, 5) },
    );
  });

  test('no record is gone that a changed file still names, and a refused file changes nothing', async () => {
    const sampled = SAMPLED.find(({ id }) => id === COLORADO);
    if (!sampled) throw new Error('There is no sample.');
    const [head = '', ...rows] = (sampled.files[0]?.content.toString() ?? '').trimEnd().split('\n');
    const keyAt = head.split(',').findIndex((column) => /entityid/i.test(column));
    const keys = rows.map((row) => row.split(',')[keyAt]?.replaceAll('"', '') ?? '');
    await load(sampled, undefined, false);
    await fc.assert(
      fc.asyncProperty(edits, async (change) => {
        let changed: Buffer = Buffer.alloc(0);
        const bytes = (_: string, whole: Buffer) => {
          changed = change(whole);
          return changed;
        };
        const isRefused = refused(await load(sampled, { file: 0, bytes }, false));
        const [run] = await store.catalog.runs.list(COLORADO, 1);
        const missing = keys.filter(
          (key) => !changed.includes(key) && !changed.includes(Buffer.from(key, 'utf16le')),
        );
        expect(run?.gone).toBeLessThanOrEqual(isRefused ? 0 : missing.length);
        await load(sampled, undefined, false);
      }),
      { ...REPLAY, numRuns: budget(60, 5) },
    );
  });
});

const isRefusal = (error: unknown, kind: new (...values: never[]) => Error) => {
  expect(error).toBeInstanceOf(kind);
  expect((error as Error).message).toMatch(/^[^\n]+\.$/);
};

const LIST = 'name,state\n"Willow Harbor, Inc.",CO\nQuillback Works,NY\n';
const FORM =
  '--b\r\nContent-Disposition: form-data; name="state"\r\n\r\nCO\r\n' +
  `--b\r\nContent-Disposition: form-data; name="list"; filename="a.csv"\r\n\r\n${LIST}\r\n--b--\r\n`;

const readList = async (name: string, bytes: Buffer) => {
  try {
    const { rows } = await openList(FileBytes.of(name, bytes));
    for await (const row of rows()) expect(row).toBeDefined();
  } catch (error) {
    isRefusal(error, InputError);
  }
};

describe('changed bytes are read or refused in one sentence', () => {
  test.each<readonly [name: string, whole: Buffer, read: (bytes: Buffer) => Promise<void>]>([
    ['a list', Buffer.from(LIST), (bytes) => readList('list.csv', bytes)],
    [
      'a workbook',
      workbookOfTexts(
        LIST.trimEnd()
          .split('\n')
          .map((line) => line.split(',')),
      ),
      (bytes) => readList('list.xlsx', bytes),
    ],
    [
      'a form with a file',
      Buffer.from(FORM),
      async (bytes) => {
        const headers = { 'content-type': 'multipart/form-data; boundary=b' };
        await readMultipart(headers, Buffer.from(bytes)).catch((error: unknown) =>
          isRefusal(error, ApiError),
        );
      },
    ],
    [
      'a search index',
      Buffer.concat(buildIndex(filings, { broadFrom: 0, listAtMost: 0 })),
      async (bytes) => {
        try {
          openIndex(bytes);
        } catch (error) {
          isRefusal(error, IndexFormatError);
        }
      },
    ],
  ])('%s', async (_, whole, read) => {
    await read(whole);
    await fc.assert(
      fc.asyncProperty(edits, async (change) => inTime(() => read(change(whole)))),
      { ...REPLAY, numRuns: budget(500, 20) },
    );
  });
});

describe('changed parameters are read, or refused by their names', () => {
  const example = ({ examples: [first] = [''] }: { readonly examples?: readonly unknown[] }) => String(first);

  test.each([
    ['identify', IdentifyQuery],
    ['match', MatchQuery],
    ['contracts', ContractSearchQuery],
    ['entities', EntitySearchQuery],
    ['filings', FilingSearchQuery],
    ['lobbying', LobbyingSearchQuery],
  ] as const)('%s', async (_, { schema, read }) => {
    const names = Object.keys(schema.properties);
    const parameter = fc.tuple(fc.constantFrom(...names), edits, fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { minLength: 1, maxLength: 4 }), async (changed) => {
        const sent: Record<string, string | string[]> = {};
        for (const [name, change, isRepeated] of changed) {
          const text = change(Buffer.from(example(schema.properties[name] ?? {}))).toString();
          sent[name] = isRepeated ? [text, text] : text;
        }
        try {
          await inTime(async () => read(sent));
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          const faults = (error as ApiError).more.errors ?? [];
          expect(faults.length).toBeGreaterThan(0);
          expect(names).toEqual(expect.arrayContaining(faults.map(({ parameter: fault }) => fault)));
        }
      }),
      { ...REPLAY, numRuns: budget(500, 20) },
    );
  });
});
