import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { relink } from '../../src/linking/relink.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { zipOf } from '../ingest/read/zip/zip-writer.js';
import { runProgram } from '../support/processes/program.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';
import { workbookOfTexts } from '../support/workbook.js';

const WORDS = 'amber brindle cobalt dusky ember fallow gossamer heron indigo juniper kestrel lantern'.split(
  ' ',
);
const nameOf = (index: number) => `${WORDS[index % 12]} quill${index} works`;

let data: string;
let work: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'dossier-match-'));
  const folder = claimFolder(join(data, 'data'), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  const drafts = Array.from({ length: 400 }, (_, index) => ({
    key: `${index}`,
    name: `${nameOf(index)} LLC`.toUpperCase(),
    principalAddress: `${index} Example St, Salida, CO 81201`,
  }));
  const twice = { ...drafts[7], key: '9007', name: drafts[7]?.name ?? '' };
  await fill(store.catalog, {
    entities: {
      us_co_business_entities: [...drafts, twice, { key: '9008', name: '=Cmd Aardvark Zephyr LLC' }],
      us_fl_corporations: [
        { key: 'P1', name: 'Halcyon Quince Inc', linkKeys: [{ scheme: 'ein', value: '050000008' }] },
      ],
    },
  });
  await relink(store.catalog, store.links, Date.now);
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
});
afterAll(() => rmSync(data, { recursive: true, force: true }));
beforeEach(() => {
  work = mkdtempSync(join(data, 'work-'));
});

const env = () => ({ DOSSIER_DATA: join(data, 'data') });
const put = (name: string, text: string | Buffer) => {
  const path = join(work, name);
  writeFileSync(path, text);
  return path;
};

async function match(text: string | Buffer, options: readonly string[], out = 'result.csv') {
  const list = put('list.csv', text);
  const result = join(work, out);
  const ran = await runProgram(['match', list, ...options, '--out', result, '--json'], env());
  const written = existsSync(result) ? readFileSync(result, 'utf8') : null;
  return { ...ran, written, lines: written?.split('\r\n').slice(0, -1) ?? [] };
}

describe('dossier match', () => {
  it('keeps the columns and the order of the list, and adds six', async () => {
    const { stdout, lines } = await match(
      'Vendor,Place,Note\namber quill0 works,CO,"a, b"\nNobody Known,CO,\n',
      ['--name', 'vendor', '--state', 'Place'],
    );
    expect(lines[0]).toBe('Vendor,Place,Note,outcome,id,matched_name,probability,why,candidates');
    expect(lines[1]).toMatch(/^amber quill0 works,CO,"a, b",found,CO:0,AMBER QUILL0 WORKS LLC,0\.9\d*,/);
    expect(lines[2]).toMatch(/^Nobody Known,CO,,none,,,/);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 2, found: 1, ambiguous: 0, none: 1 });
  });

  it('reads lists as people have them', async () => {
    const list =
      '\ufeffName;State;State;"A ""b"""\r\n"Brindle quill1\r\nworks";Colorado;x;1\r\n\r\n;CO;;\r\ncobalt quill2 works;co\r\n';
    const { lines, error } = await match(list, ['--name', 'Name', '--state', '2']);
    expect(error).toBeNull();
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('Name;State;State;"A ""b""";outcome;id;matched_name;probability;why;candidates');
    expect(lines.slice(1, 3).join('\r\n')).toMatch(/^"Brindle quill1\r\nworks";Colorado;x;1;found;CO:1;/);
    expect(lines[3]).toBe(';CO;;;none;;;;The row has neither a name nor a number.;');
    expect(lines[4]).toMatch(/^cobalt quill2 works;co;;;found;CO:2;/);
  });

  it.each([
    [
      'UTF-16',
      Buffer.from('\ufeffVendor\tState\r\nCaf\u00e9 Nobody\tCO\r\namber quill0 works\tCO\r\n', 'utf16le'),
    ],
    [
      'UTF-16, high bytes first',
      Buffer.from('\ufeffVendor\tState\nCaf\u00e9 Nobody\tCO\namber quill0 works\tCO', 'utf16le').swap16(),
    ],
    ['lines that end with CR', 'Vendor\tState\rCaf\u00e9 Nobody\tCO\ramber quill0 works\tCO\r'],
    [
      'a line that names the separator',
      'sep=\t\r\nVendor\tState\r\nCaf\u00e9 Nobody\tCO\r\namber quill0 works\tCO\r\n',
    ],
  ])('reads %s', async (_, list) => {
    const { lines, error } = await match(list, ['--name', 'Vendor', '--state', 'State']);
    expect(error).toBeNull();
    expect(lines.map((line) => line.split('\t').slice(0, 4).join())).toEqual([
      'Vendor,State,outcome,id',
      'Caf\u00e9 Nobody,CO,none,',
      'amber quill0 works,CO,found,CO:0',
    ]);
  });

  it('reads a workbook as the same rows saved as CSV', async () => {
    const rows = [
      ['Vendor', 'State', 'Note'],
      ['amber quill0 works', 'CO', 'a, b'],
      ['Nobody Known', '', ''],
    ];
    const columns = ['--name', 'Vendor', '--state', 'State'];
    const { lines, stderr } = await match(workbookOfTexts(rows), columns);
    expect(lines[1]).toMatch(/^amber quill0 works,CO,"a, b",found,CO:0,/);
    expect(stderr).toContain('Reading the sheet "Vendors"; other sheets are ignored.');
    const text = rows.map((row) => row.map((cell) => `"${cell}"`).join()).join('\n');
    expect((await match(text, columns, 'text.csv')).lines).toEqual(lines);
  });

  it.each([
    [
      'an archive',
      zipOf([{ name: '\x1b[2J\x07', content: Buffer.from('\x1b[2J') }]),
      /is a zip archive; decompress it/,
    ],
    [
      'a binary workbook',
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x1b[2J', 'latin1'),
      /is an old Excel workbook/,
    ],
  ])('names %s and prints none of its bytes', async (_, bytes, message) => {
    const { error, stderr, stdout, written } = await match(bytes, ['--name', 'x']);
    expect([error, written]).toEqual([expect.stringMatching(message), null]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(`${error}${stderr}${stdout}`).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  it('keeps quotes as they are in a list with | between its columns', async () => {
    const { lines } = await match('Vendor|State\n"Amber" quill0 works|CO\n', ['--name', 'Vendor']);
    expect(lines[1]).toMatch(/^"Amber" quill0 works\|CO\|found\|CO:0\|/);
  });

  it('names the first columns of a wide list, and reads all of them', async () => {
    const wide = Array.from({ length: 10_000 }, (_, column) => `c${column}`);
    const list = `${wide.join()},Vendor\n${wide.join()},amber quill0 works\n`;
    const { error } = await match(list, ['--name', 'Nome'], 'other.csv');
    expect(error).toMatch(/^There is no column Nome. Columns: c0, c1, .* c19 and 9,981 more\.$/);
    const { lines } = await match(list, ['--name', 'Vendor']);
    expect(lines[1]?.split(',').slice(9_999, 10_003)).toEqual([
      'c9999',
      'amber quill0 works',
      'found',
      'CO:0',
    ]);
  });

  it('refuses what is no file, and a result where there is no folder', async () => {
    const args = (list: string, out: string) => ['match', list, '--name', 'x', '--out', out];
    expect((await runProgram(args(work, join(work, 'a.csv')), env())).error).toEqual(
      expect.stringMatching(/is a folder; specify the files\.$/),
    );
    const list = put('list.csv', 'x\n');
    expect((await runProgram(args(list, join(work, 'none', 'a.csv')), env())).error).toBe(
      `There is no folder ${join(work, 'none')}.`,
    );
    expect((await runProgram(args(list, list), env())).error).toMatch(/already exists/);
  });

  it('reads Windows-1252 and writes UTF-8', async () => {
    const { written } = await match(Buffer.from('name\nCaf\xe9 Nobody\n', 'latin1'), ['--name', 'name']);
    expect(written).toContain('Café Nobody,none');
  });

  it('shows all that fit equally, and chooses none', async () => {
    const { lines } = await match('name,state\nheron quill7 works,CO\n', [
      '--name',
      'name',
      '--state',
      'state',
    ]);
    expect(lines[1]).toMatch(/,ambiguous,,,0\.\d+,.*CO:7 \(0\.\d+\) CO:9007 \(0\.\d+\)|CO:9007 .* CO:7 /);
  });

  it('matches numbers alone, with the zeros that spreadsheets drop, and says which cell it left out', async () => {
    const { lines } = await match('no\n50000008\nx1\n', ['--ein', 'no']);
    expect(lines[1]).toMatch(/^50000008,found,/);
    expect(lines[2]).toBe(
      'x1,none,,,,"""x1"" is not a valid EIN and was ignored. The row has neither a name nor a number.",',
    );
  });

  it('writes NDJSON', async () => {
    const { written } = await match('id,name\n5,=Cmd Aardvark Zephyr\n', ['--name', 'name'], 'result.ndjson');
    expect(JSON.parse(written ?? '')).toMatchObject({
      id_2: '5',
      name: '=Cmd Aardvark Zephyr',
      outcome: 'found',
    });
  });

  it('gives a name that a spreadsheet would take for a formula an apostrophe', async () => {
    const { lines } = await match('name\nCmd Aardvark Zephyr LLC\n', ['--name', 'name']);
    expect(lines[1]).toContain(",found,CO:9008,'=Cmd Aardvark Zephyr LLC,");
  });

  it('gives headings and cells of the list one, too', async () => {
    const { lines } = await match('=a,name\n@b,-c\n', ['--name', 'name']);
    expect(lines.slice(0, 2).map((line) => line.split(',').slice(0, 2))).toEqual([
      ["'=a", 'name'],
      ["'@b", "'-c"],
    ]);
  });

  it.each([
    [['--name', 'nome'], 'There is no column nome. Columns: name, x, x.'],
    [['--name', 'x'], 'Columns 2 and 3 are both named x; specify one by its number.'],
    [
      ['--state', 'x'],
      'One of --name, --ein, --uei, --cik and --registry-number must name a column, such as --name name. Columns: name, x, x.',
    ],
  ])('refuses %j', async (options, sentence) => {
    const { error, written } = await match('name,x,x\na,b,c\n', options);
    expect({ error, written }).toEqual({ error: sentence, written: null });
  });

  it('names the row that is no row', async () => {
    expect((await match('name\na\nb,c\n', ['--name', 'name'])).error).toMatch(
      /^Row 3 of .* has 2 fields, but the first row has 1\. Correct it and start again\.$/,
    );
  });

  it('refuses to write over a file', async () => {
    put('result.csv', 'mine');
    const { error, written } = await match('name\na\n', ['--name', 'name']);
    expect(error).toMatch(/already exists/);
    expect(written).toBe('mine');
  });

  it('leaves nothing behind of a list whose fault comes before the first rows are written', async () => {
    const args = ['--name', 'name'];
    expect((await match('name\na\nb,c\n', args)).error).toMatch(/^Row 3/);
    expect((await match('name\na\nb\n', args)).error).toBeNull();
  });

  it('does not go on with another list', async () => {
    const list = put('list.csv', `name,x\n${',1\n'.repeat(500)}b,c,d\n`);
    const args = ['match', list, '--name', 'name', '--out', join(work, 'r.csv')];
    expect((await runProgram(args, env())).error).toMatch(/^Row 502/);
    writeFileSync(list, 'name\nother\nb\n');
    expect((await runProgram(args, env())).error).toMatch(/belongs to another list/);
  });

  it('does not go on with a list that differs far behind its beginning', async () => {
    const textOf = (name: string) =>
      `name,note\na,${'x'.repeat(70_000)}\n${',1\n'.repeat(500)}${name},\nb,c,d\n`;
    const list = put('far.csv', textOf('left'));
    const args = ['match', list, '--name', 'name', '--out', join(work, 'far-result.csv')];
    expect((await runProgram(args, env())).error).toMatch(/^Row 504/);
    writeFileSync(list, textOf('west'));
    expect((await runProgram(args, env())).error).toMatch(/belongs to another list/);
  });
});

describe('dossier match --list', () => {
  const LIST = `Vendor,Place\n${nameOf(1)},Salida\n${nameOf(2)},Salida\nNobody Known,\n`;
  const keep = (...more: readonly string[]) => ['--name', 'Vendor', '--city', 'Place', ...more];

  it('stores the list for the account, which dossier watch add --list watches', async () => {
    for (const account of ['acme', 'other'])
      await runProgram(['account', 'create', account, '--credits', '1'], env());
    const { error, stderr } = await match(LIST, keep('--list', 'Vendors', '--account', 'acme'));
    expect(error).toBeNull();
    const [id = ''] = /lst_[0-9a-f]{32}/.exec(stderr) ?? [];
    const store = await openStore(join(data, 'data'), { schema: 'current' });
    const accounts = await store.ledger.listAccounts();
    const list = await store.state.matchLists.find(id, Date.now());
    const { newest } = await store.catalog.feed.state();
    await store.close();
    expect(list).toMatchObject({
      ...{ name: 'Vendors', owner: accounts.find(({ name }) => name === 'acme')?.id },
      ...{ records: ['CO:1', 'CO:2'], counts: expect.stringContaining('"found":2') },
    });
    const add = (account: string, ...more: string[]) =>
      runProgram(['watch', 'add', '--account', account, '--list', id, '--json', ...more], env());
    const added = await add('acme', '--kind', 'gone');
    expect(JSON.parse(added.stdout)).toMatchObject({ query: { list: id }, kinds: ['gone'], seq: newest });
    expect((await add('other')).error).toContain(`The account has no list "${id}".`);
    expect((await add('acme', '--id', 'CO:1')).error).toContain('exactly one of id and query');
  });

  it.each([
    [['--list', 'x'], 'Specify --list and --account together.'],
    [['--list', '', '--account', 'acme'], '--list must be a name of 1 to 100 characters.'],
    [['--list', 'x', '--account', 'nobody'], 'nobody'],
  ])('refuses %j before a row is matched', async (more, said) => {
    const { error, written } = await match(LIST, keep(...more));
    expect(error).toContain(said);
    expect(written).toBeNull();
  });

  it('refuses to store a list of no row, or of more than a thousand', async () => {
    const args = keep('--list', 'x', '--account', 'acme');
    expect((await match('Vendor,Place\n', args)).error).toContain('The list has no rows');
    const long = await match(`Vendor,Place\n${',\n'.repeat(1_001)}`, args, 'long.csv');
    expect([long.error, long.written]).toEqual([expect.stringContaining('up to 1,000 rows'), null]);
  });
});
