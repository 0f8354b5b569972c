import { describe, expect, test } from 'vitest';
import {
  defineDataset,
  defineGroupedSource,
  defineSource,
  type EntitySource,
  type TableFormat,
} from '../../../src/sources/declare/index.js';
import { zipOf } from '../read/zip/zip-writer.js';
import { Bench, csv, type Lines } from './register.js';
import { INVENTED, register } from './register-source.js';

const bench = Bench.forEachTest();
const many = (count: number): Lines =>
  Array.from({ length: count }, (_, index) => [`K${index}`, `Name ${index}`] as const);
/** A hundred rows, of which the first ones are changed. */
const spoilt = (count: number, spoil: (line: string) => string): string =>
  csv(many(100))
    .split('\n')
    .map((line, place) => (place > 0 && place <= count ? spoil(line) : line))
    .join('\n');
const sentence = (rows: number) =>
  expect.objectContaining({
    code: 'unread_rows',
    detail: `${rows} ${rows === 1 ? 'row' : 'rows'} could not be read; nothing was marked as gone`,
  });

describe('a row that could not be read', () => {
  test.each([
    ['a field too many', (line: string) => `${line},`],
    ['a stray delimiter', (line: string) => line.replace('Name', 'Na,me')],
    ['a field too few', (line: string) => line.replace(/,[^,]*$/, '')],
    ['no key', (line: string) => line.replace(/^\w+/, '')],
  ])('(%s) is rejected, and nothing is marked gone', async (_, spoil) => {
    await bench.load(many(100));
    const report = await bench.ingest({ paths: [bench.write('bad.csv', spoilt(10, spoil))] });
    expect(report).toMatchObject({ outcome: 'done', rows: 100, rejected: 10, gone: 0, complete: false });
    expect(report.warnings).toContainEqual(sentence(10));
    expect(Object.keys(await bench.names())).toHaveLength(100);
    const eleven = await bench.ingest({ paths: [bench.write('bad.csv', spoilt(11, spoil))] });
    expect(eleven).toMatchObject({
      outcome: 'failed',
      error: '11 of 100 rows could not be read as records.',
    });
  });

  test('is rejected in a member of a zip and in JSON too', async () => {
    await bench.load(many(100));
    const bad = spoilt(1, (line) => `${line},`).replace(/K9\d,.*\n/, '');
    const zip = bench.write('bad.zip', zipOf([{ name: 'register.csv', content: Buffer.from(bad) }]));
    expect(await bench.ingest({ paths: [zip] })).toMatchObject({ outcome: 'done', rejected: 1, gone: 0 });
    const objects = many(99).map(([id, name]) => ({ id, name, formed: '2001-02-03' }));
    const json = bench.write('bad.json', JSON.stringify([...objects.slice(0, 90), { name: 'No key' }]));
    const report = await bench.ingest({ paths: [json] });
    expect(report).toMatchObject({ outcome: 'done', rejected: 1, gone: 0 });
    expect(report.warnings).toContainEqual(sentence(1));
  });

  test('may be one of a web page that stands in the place of a part; a readme holds none', async () => {
    await bench.load(many(100));
    const [part, page] = [csv(many(95)), '<!doctype html><html>\n</html>\n'].map((text) => Buffer.from(text));
    const load = (name: string) =>
      bench.ingest({
        paths: [
          bench.write(
            'parts.zip',
            zipOf([
              { name: 'part1.csv', content: part ?? Buffer.alloc(0) },
              { name, content: page ?? Buffer.alloc(0) },
            ]),
          ),
        ],
      });
    const report = await load('part2.csv');
    expect(report).toMatchObject({ outcome: 'done', records: 95, gone: 0, complete: false });
    expect(report.warnings).toContainEqual({
      code: 'unread_rows',
      detail: 'parts.zip (part2.csv) could not be read; nothing was marked as gone',
      count: 1,
    });
    expect(await load('readme.html')).toMatchObject({ complete: true, gone: 5 });
  });

  test('is rejected in a fixed-width file', async () => {
    const source = fixedRegister();
    const lines = many(100).map(([id, name]) => id.padEnd(4) + name.padEnd(12));
    const load = (rows: readonly string[]) =>
      bench.ingest({ source, paths: [bench.write('fixed.txt', `${rows.join('\r\n')}\r\n`)] });
    await load(lines);
    const report = await load([...lines.slice(0, 97), `${lines[97]} `, 'short', lines[98] ?? '']);
    expect(report).toMatchObject({ outcome: 'done', rows: 100, rejected: 2, gone: 0, complete: false });
    expect(await load(lines.slice(1))).toMatchObject({ rejected: 0, gone: 1 });
  });

  test('leaves a whole file whole for the plan of the next fetch, and does not lower what counts as complete', async () => {
    await bench.load(many(100));
    await bench.ingest({
      paths: [
        bench.write(
          'bad.csv',
          spoilt(1, (line) => `${line},`),
        ),
      ],
    });
    expect(await bench.load(many(79))).toMatchObject({ complete: false, gone: 0 });
    expect(await bench.load(many(99))).toMatchObject({ complete: true, gone: 1 });
  });
});

describe('a rejected row of a companion', () => {
  const main = `id,name\n${many(20)
    .map(([id, name]) => `${id},${name}\n`)
    .join('')}`;
  const people = (lines: readonly string[]) => `id,person,title\n${lines.join('\n')}\n`;
  const officers = many(20).flatMap(([id]) => [`${id},ANN ${id},CLERK`, `${id},"BOB, ${id}",CHAIR`]);
  const load = (rows: readonly string[], source = withOfficers()) =>
    bench.ingest({
      source,
      paths: [bench.write('main.csv', main), bench.write('people.csv', people(rows))],
    });
  const officersOf = async (id: string) =>
    (JSON.parse((await bench.catalog.entities.get(`CO:${id}`))?.document ?? '{}').officers as object[])
      .length;

  test.each([
    ['a field too many behind the key', (line: string) => `${line},x`],
    ['a field too many in front of the key', (line: string) => `x,${line}`],
    ['a field too few', (line: string) => line.replace(/,[^,]*$/, '')],
    ['a lost closing quote', (line: string) => line.replace('ANN', '"ANN')],
  ])('(%s) takes no child from its record', async (_, spoil) => {
    await load(officers);
    expect(await officersOf('K3')).toBe(2);
    const bad = officers.map((line) => (line.startsWith('K3,ANN') ? spoil(line) : line));
    const report = await load([...bad.slice(0, 2), 'K1,CAT,TREASURER', ...bad.slice(4)]);
    expect(report).toMatchObject({ outcome: 'done', gone: 0, complete: false });
    expect(report.rejected).toBeGreaterThan(0);
    expect(await officersOf('K3')).toBe(2);
    expect(await officersOf('K1')).toBe(1);
    expect(report.warnings.map(({ code }) => code)).toContain('partial_record');
    expect(await load(officers.filter((line) => !line.startsWith('K3,ANN')))).toMatchObject({ rejected: 0 });
    expect(await officersOf('K3')).toBe(1);
  });

  test('still lets a new record in', async () => {
    const bad = officers.map((line) => (line.startsWith('K3,ANN') ? `${line},x` : line));
    expect(await load(bad)).toMatchObject({ outcome: 'done', added: 20, rejected: 1 });
    expect(await officersOf('K3')).toBe(1);
  });

  test('takes no child from the record of a data set', async () => {
    const source = dataset();
    const bad = officers.map((line) => (line.startsWith('K3,ANN') ? `${line},x` : line));
    const run = (rows: readonly string[]) =>
      bench.ingest({ source, paths: [bench.write('p.csv', people(rows))] });
    await run(officers);
    expect(await run(bad)).toMatchObject({
      outcome: 'done',
      rejected: 1,
      changed: 0,
      unchanged: 20,
      gone: 0,
    });
    expect(await run(officers.filter((line) => !line.startsWith('K3,ANN')))).toMatchObject({ changed: 1 });
  });
});

function fixedRegister(): EntitySource {
  const format: TableFormat = {
    kind: 'fixed',
    length: 16,
    fields: { id: [1, 4], name: [5, 12] },
    encoding: 'latin1',
  };
  return defineSource({
    ...INVENTED,
    id: 'us_co_register',
    expect: { min: 3 },
    format,
    columns: ['id', 'name'],
    keys: {},
    record: (row) => ({ key: row.need('id'), name: row.need('name') }),
  });
}

function withOfficers(): EntitySource {
  return defineGroupedSource({
    ...INVENTED,
    id: 'us_co_register',
    expect: { min: 3 },
    main: 'main',
    tables: {
      main: { format: { kind: 'portal' }, columns: ['id', 'name'], keys: {}, groupBy: 'id' },
      people: {
        format: { kind: 'portal' },
        columns: ['id', 'person', 'title'],
        keys: {},
        groupBy: 'id',
        companion: true,
      },
    },
    record: (group) => {
      const row = group.one('main');
      return (
        row && {
          key: row.need('id'),
          name: row.need('name'),
          officers: group.all('people').map((person) => ({
            name: person.need('person'),
            title: person.take('title') ?? null,
          })),
        }
      );
    },
  });
}

function dataset() {
  const { title, agency, licence, every, fetch, layout } = INVENTED;
  return defineDataset({
    ...{ title, agency, licence, every, fetch, layout },
    id: 'us_sba_ppp',
    delivery: 'snapshot',
    expect: { min: 3 },
    tables: {
      people: { format: { kind: 'portal' }, columns: ['id', 'person', 'title'], keys: {}, groupBy: 'id' },
    },
    record: (group) => ({
      key: group.key,
      document: { people: group.all('people').map((row) => [row.take('person'), row.take('title')]) },
      parties: [],
    }),
  });
}

test('rows of the right width load as before', async () => {
  expect(await bench.load(many(5), { source: register() })).toMatchObject({ rejected: 0, records: 5 });
});
