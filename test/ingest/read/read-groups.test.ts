import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RowRejected } from '../../../src/ingest/read/index.js';
import { InputError } from '../../../src/ingest/read/support/context.js';
import type { Group } from '../../../src/sources/declare/index.js';
import { type AnyKeys, mapGroups, newContext, put, sourceOf } from './support.js';
import { zipOf } from './zip/zip-writer.js';

const LAYOUT: AnyKeys = {
  format: { kind: 'portal' },
  columns: ['id', 'entity_name', 'agent_first_name'],
  optional: ['formed', 'site.url'],
  ignore: ['Phone Number'],
  aliases: { 'CEO Name': 'agent_first_name' },
};
const MORE: AnyKeys = {
  format: { kind: 'portal' },
  columns: ['of_id', 'owner', 'owner_title'],
  groupBy: 'of_id',
  companion: true,
};
const SOURCE = sourceOf({ main: LAYOUT });
const all = (group: Group) => {
  const row = group.one('main');
  return ['id', 'entity_name', 'agent_first_name', 'formed', 'site.url'].map((column) => row?.take(column));
};

describe('readGroups: one row, one record', () => {
  it.each([
    ['field names', 'id,entity_name,agent_first_name,formed\n1,ACME,Jane,2020-01-02\n'],
    ['display names', '\uFEFFID,Entity Name,Agent - First Name,Formed\r\n1, ACME ,Jane,01/02/2020\r\n'],
    ['aliases', '"Id","Entity Name","CEO Name","Formed"\n"1","ACME","Jane","x"\n'],
    ['tabs', 'id\tentity_name\tagent_first_name\tformed\n1\tACME\tJane\tx\n'],
    ['semicolons', 'id;"Entity; Name";agent_first_name;formed\n1;"ACME";Jane;x\n'],
    ['pipes', 'id|entity_name|agent_first_name|formed\n1|ACME|Jane|x\n'],
    ['a JSON array', '[{"id":1,"entity_name":"ACME","agent_first_name":"Jane","formed":null}]'],
    ['NDJSON', '{"id":"1","entity_name":"ACME","agent_first_name":"Jane"}\n'],
  ])('finds the table and its columns by %s', async (_, content) => {
    const [row] = await mapGroups(SOURCE, [put('x', content)], newContext(), all);
    expect(row?.slice(0, 3)).toEqual(['1', 'ACME', 'Jane']);
  });

  it('trims, composes and blanks values, and keeps the raw one', async () => {
    const path = put('x.csv', 'id,entity_name,agent_first_name\n1, Cafe\u0301 , \n');
    const values = await mapGroups(SOURCE, [path], newContext(), (group) => {
      const row = group.one('main');
      return [
        row?.take('entity_name'),
        row?.take('agent_first_name'),
        row?.raw('entity_name'),
        row?.take('formed'),
      ];
    });
    expect(values).toEqual([['Caf\u00e9', undefined, ' Cafe\u0301 ', undefined]]);
  });

  it('rejects a row whose needed value is blank, by name', async () => {
    const path = put('x.csv', 'id,entity_name,agent_first_name\n ,ACME,Jane\n');
    const need = (group: Group) => group.one('main')?.need('id');
    await expect(mapGroups(SOURCE, [path], newContext(), need)).rejects.toThrow(RowRejected);
    await expect(mapGroups(SOURCE, [path], newContext(), need)).rejects.toThrow('A row of main has no id.');
  });

  it('takes an absent JSON key for a null, and objects for nothing but their declared members', async () => {
    const path = put(
      'x.json',
      '[{"id":"1","location":{"type":"Point","coordinates":[1,2]}},{"id":"2","entity_name":"B","site":{"url":"https://b.example"},"agent_first_name":true}]',
    );
    const context = newContext();
    const rows = await mapGroups(SOURCE, [path], context, all);
    expect(rows).toEqual([
      ['1', undefined, undefined, undefined, undefined],
      ['2', 'B', 'true', undefined, 'https://b.example'],
    ]);
    expect([...context.warnings.keys()]).toEqual([]);
  });

  it('leaves a number blank whose last digits JSON loses', async () => {
    const path = put(
      'x.json',
      '[{"id":12345678901234567890,"entity_name":20268242821,"agent_first_name":1.5}]',
    );
    const context = newContext();
    const [row] = await mapGroups(SOURCE, [path], context, all);
    expect(row?.slice(0, 3)).toEqual([undefined, '20268242821', '1.5']);
    expect(context.warnings).toEqual(new Map([['unsafe_number id', 1]]));
  });

  it('fails on a JSON file in which no row has the key, and tells of other columns never seen', async () => {
    await expectFault(put('x.json', '[{"entity_name":"A"}]'), 'x.json has no value in id.');
    const context = newContext();
    await mapGroups(SOURCE, [put('x.json', '[{"id":"1","entity_name":"A"}]')], context, all);
    expect(context.warnings).toEqual(new Map([['absent_column agent_first_name', 1]]));
  });

  it('fails on a JSON file that has little of the source and much else', async () => {
    const strange = { a: 1, b: 2, c: 3, d: 4, e: 5 };
    for (const row of [
      { id: '1', entity_name: 'A', ...strange },
      { id: '1', 'Phone Number': '2', formed: '3', site: { url: 'u' }, a: 1, b: 2, c: 3, d: 4 },
    ]) {
      expect(await mapGroups(SOURCE, [put('x.json', JSON.stringify(row))], newContext(), all)).toHaveLength(
        1,
      );
    }
    await expectFault(
      put('x.json', JSON.stringify({ id: '1', formed: '2', ...strange })),
      'x.json does not belong to this source: only 2 of its 7 columns do.',
    );
  });

  it('names the columns that are missing', async () => {
    await expectFault(put('x.csv', 'id,agent_first_name\n1,J\n'), 'x.csv lacks the column entity_name.');
    await expectFault(
      put('x.csv', 'a,b\n1,2\n'),
      'x.csv lacks the columns id, entity_name, agent_first_name.',
    );
    await expectFault(put('x.json', '[{"a":1}]'), 'x.json has none of the columns of this source.');
    await expectFault(
      put('x.csv', 'id,entity_name,CEO Name,agent_first_name\n'),
      'x.csv has two columns for agent_first_name.',
    );
    await expectFault(put('x.csv', ''), 'x.csv is empty.');
    await expectFault(put('x.gz', gzipSync('')), 'x.gz is empty.');
  });

  it('tells of a column with values that nothing read, and of no other', async () => {
    const content =
      'id,entity_name,agent_first_name,Phone Number,Surprise!,blank\n1,A,J,555,boo, \n2,B,K,555,,\n';
    const context = newContext();
    await mapGroups(SOURCE, [put('x.csv', content)], context, all);
    expect(context.warnings).toEqual(new Map([['unread_column surprise', 1]]));
  });

  it('tells of no declared column of a companion whose rows join no record', async () => {
    const source = { ...sourceOf({ main: { ...LAYOUT, groupBy: 'id' }, more: MORE }), main: 'main' };
    const context = newContext();
    const paths = [
      put('main.csv', 'id,entity_name,agent_first_name\n1,A,J\n'),
      put('more.csv', 'of_id,owner,owner_title,surprise\n2,B,CEO,x\n'),
    ];
    await mapGroups(source, paths, context, (group) => [...all(group), group.one('more')?.take('owner')]);
    expect(context.warnings).toEqual(
      new Map([
        ['companion_without_main more', 1],
        ['unread_column more.surprise', 1],
      ]),
    );
  });

  it('rejects a row of the wrong shape with a warning, but takes a short last row for a cut file', async () => {
    const context = newContext();
    const rows = ['1,A,J', '2,B', '3,C,K,extra', '4,D,L'];
    const head = 'id,entity_name,agent_first_name\n';
    const read = await mapGroups(SOURCE, [put('x.csv', head + rows.join('\n'))], context, all);
    expect(read.map(([id]) => id)).toEqual(['1', '4']);
    expect(context.warnings).toEqual(
      new Map([
        ['row_shape x.csv: 2 fields instead of 3', 1],
        ['row_shape x.csv: 4 fields instead of 3', 1],
      ]),
    );
    await expectFault(
      put('x.csv', `${head}1,A,J\n2,B`),
      'x.csv is truncated: its last row has 2 of 3 fields.',
    );
    await expectFault(put('x.csv', `${head}1,A,"J\n2,B`), 'x.csv is truncated within a quoted field.');
    await expectFault(put('x.json', '[{"id":"1"},{"id":'), /x\.json is truncated/);
  });

  it('reads every member of a zip that is the table, and tells of the others', async () => {
    const csv = (id: string) => Buffer.from(`id,entity_name,agent_first_name\n${id},A,J\n`);
    const zip = zipOf([
      { name: 'one.csv', content: csv('1') },
      { name: 'readme.txt', content: Buffer.from('Read me first.') },
      { name: 'empty.csv', content: Buffer.alloc(0) },
      { name: 'two.csv', content: csv('2') },
    ]);
    const context = newContext();
    const rows = await mapGroups(SOURCE, [put('x.zip', zip)], context, all);
    expect(rows.map(([id]) => id)).toEqual(['1', '2']);
    expect(context.warnings).toEqual(new Map([['member_skipped x.zip (readme.txt)', 1]]));
  });

  it('fails on a member that is the table but for a column, and on a zip without the table', async () => {
    const fit = { name: 'a.csv', content: Buffer.from('id,entity_name,agent_first_name\n1,A,J\n') };
    const near = { name: 'b.csv', content: Buffer.from('id,entity_name\n1,A\n') };
    await expectFault(put('x.zip', zipOf([fit, near])), 'x.zip (b.csv) lacks the column agent_first_name.');
    const other = { name: 'c.csv', content: Buffer.from('x,y\n1,2\n') };
    await expectFault(put('x.zip', zipOf([other])), /x\.zip \(c\.csv\) lacks the columns/);
    await expectFault(put('x.zip', zipOf([])), 'The files contain no rows.');
  });

  it('tells of bytes that are not UTF-8', async () => {
    const context = newContext();
    const content = Buffer.from('id,entity_name,agent_first_name\n1,Caf\xe9,J\n', 'latin1');
    await mapGroups(SOURCE, [put('x.csv', content)], context, all);
    expect(context.warnings.get('not_utf8 x.csv')).toBe(1);
  });

  it('gives batches of at most 500 and counts every row', async () => {
    const context = newContext();
    const lines = Array.from({ length: 1_201 }, (_, n) => `${n},A,J`).join('\n');
    const rows = await mapGroups(
      SOURCE,
      [put('x.csv', `id,entity_name,agent_first_name\n${lines}`)],
      context,
      all,
    );
    expect(rows.length).toBe(1_201);
    expect(context.rows()).toBe(1_201);
  });
});

describe('readGroups: other formats', () => {
  const fixed = sourceOf({
    main: {
      format: {
        kind: 'fixed',
        length: 12,
        encoding: 'latin1',
        fields: { id: [1, 4], name: [5, 6], rest: [11, 2] },
      },
      columns: ['id', 'name'],
    },
  });
  const both = (group: Group) => [group.one('main')?.take('id'), group.one('main')?.raw('name')];

  it('reads fixed positions in Latin-1, spaces kept in the raw value', async () => {
    const context = newContext();
    const content = Buffer.from('L001Caf\xe9    \r\nL002 B    zz\r\n', 'latin1');
    expect(await mapGroups(fixed, [put('x.txt', content)], context, both)).toEqual([
      ['L001', 'Caf\u00e9  '],
      ['L002', ' B    '],
    ]);
    expect(context.warnings).toEqual(new Map([['unread_column rest', 1]]));
  });

  it('takes a short last record for a cut file and rejects others of another length', async () => {
    const line = 'L001ACME    ';
    const cut = put('x.txt', `${line}\n${line.slice(0, 7)}`);
    await expect(mapGroups(fixed, [cut], newContext(), both)).rejects.toThrow(
      'x.txt is truncated: its last row has 7 of 12 characters.',
    );
    const context = newContext();
    const rows = await mapGroups(fixed, [put('x.txt', `${line}\n${line}!\n${line}\n`)], context, both);
    expect(rows.length).toBe(2);
    expect(context.warnings.get('row_shape x.txt: 13 characters instead of 12')).toBe(1);
    await expect(mapGroups(fixed, [put('x.txt', 'abc\n')], newContext(), both)).rejects.toThrow(
      'x.txt has a first record of 3 characters instead of 12.',
    );
  });

  it('reads a file without a header by the order of its columns', async () => {
    const source = sourceOf({
      main: { format: { kind: 'delimited', delimiter: '|', headerless: true }, columns: ['id', 'name'] },
    });
    const rows = await mapGroups(source, [put('x.dat', '1|"A" CO\n2|B\n')], newContext(), both);
    expect(rows).toEqual([
      ['1', '"A" CO'],
      ['2', 'B'],
    ]);
  });
});

describe('readGroups: grouped', () => {
  const portal = { kind: 'portal' } as const;
  const source = sourceOf({
    main: { format: portal, columns: ['id', 'name'], groupBy: 'id' },
    agents: {
      format: portal,
      columns: ['business_id', 'agent'],
      groupBy: ['business_id', 'id'],
      companion: true,
    },
  });
  const gathered = (group: Group) => [
    group.key,
    group.all('main').map((row) => row.take('name')),
    group.all('agents').map((row) => row.take('agent')),
  ];

  it('gathers the rows of a key over all files and tables, in file order', async () => {
    const agents = put('agents.csv', 'business_id,agent\n2,Q\n1,P\n2,R\n');
    const main = put('main.csv', 'id,name\n1,A\n2,"B\tx"\n1,A again\n');
    const groups = await mapGroups(source, [agents, main], newContext(), gathered);
    expect(groups).toEqual(
      expect.arrayContaining([
        ['1', ['A', 'A again'], ['P']],
        ['2', ['B\tx'], ['Q', 'R']],
      ]),
    );
    expect(groups.length).toBe(2);
  });

  it('counts companions without a main row, and rows without a key', async () => {
    const agents = put(
      'agents.json',
      '[{"business_id":"9","agent":"P"},{"agent":"Q"},{"business_id":"1","agent":"R"}]',
    );
    const context = newContext();
    const groups = await mapGroups(
      source,
      [agents, put('main.csv', 'id,name\n1,A\n,B\n')],
      context,
      gathered,
    );
    expect(groups).toEqual([['1', ['A'], ['R']]]);
    expect(context.warnings).toEqual(
      new Map([
        ['blank_key agents', 1],
        ['blank_key main', 1],
        ['companion_without_main agents', 1],
      ]),
    );
  });

  it('fails without the main table, and not without a companion', async () => {
    const agents = put('agents.csv', 'business_id,agent\n2,Q\n');
    await expect(mapGroups(source, [agents], newContext(), gathered)).rejects.toThrow(
      'The files contain no rows for the table main.',
    );
    expect(await mapGroups(source, [put('main.csv', 'id,name\n1,A\n')], newContext(), gathered)).toHaveLength(
      1,
    );
  });
});

async function expectFault(path: string, message: string | RegExp): Promise<void> {
  const error = await mapGroups(SOURCE, [path], newContext(), all).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  if (typeof message === 'string') expect((error as Error).message).toBe(message);
  else expect((error as Error).message).toMatch(message);
}
