import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../support/processes/program.js';
import { startService, type TestService } from '../support/service.js';
import { workbookOfTexts } from '../support/workbook.js';

const STREET = '12 INVENTED WAY, DENVER, CO 80202';
const clock = { ahead: 0 };
let service: TestService;
beforeAll(async () => {
  service = await startService(
    {
      entities: {
        us_co_business_entities: [
          { key: '1', name: 'TWIN LANTERN BOOKS, LLC', principalAddress: STREET, status: 'Exists' },
          { key: '2', name: 'TWIN LANTERN BOOKS, INC.', principalAddress: '9 OTHER ST, AURORA, CO 80010' },
          { key: '3', name: 'SOLE CEDAR ROPES LLC', principalAddress: STREET },
        ],
      },
    },
    { now: () => Date.now() + clock.ahead },
  );
});
afterAll(() => service.close());

const own = { 'sec-fetch-site': 'same-origin' };
async function send(body: BodyInit, path = '/match', headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { ...own, ...headers },
  });
  return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') ?? '' };
}
async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
}
function upload(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'vendors.csv');
  return form;
}
/** The columns as the preview suggests them. */
function suggested(html: string): Record<string, string> {
  const menus = [...html.matchAll(/<select name="(column-\d+)".*?<\/select>/gs)];
  return Object.fromEntries(
    menus.map(([menu, name = '']) => [name, /value="(\w+)" selected/.exec(menu)?.[1] ?? '']),
  );
}
/** Uploads a list and matches it; `columns` replace those that the preview suggests. */
async function match(body: FormData, columns: Record<string, string> = {}) {
  const uploaded = await send(body);
  expect([uploaded.status, uploaded.to]).toEqual([303, expect.stringMatching(/^\/match\/lst_[0-9a-f]{32}$/)]);
  const preview = await open(uploaded.to);
  const fields = { do: 'match', ...suggested(preview.html), ...columns };
  const matched = await send(new URLSearchParams(fields), uploaded.to);
  return { path: uploaded.to, preview: preview.html, matched, ...(await open(uploaded.to)) };
}
const csvOf = async (html: string) => {
  const [path = ''] = /\/match\/\w+\/rows\.csv/.exec(html) ?? [];
  return (await fetch(service.url + path)).text();
};
const heading = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];

describe('a list', () => {
  test('is read from a file, in UTF-8 and as older spreadsheets write it', async () => {
    const { html } = await match(upload('name,state\nSole Cedar Ropes LLC,CO\n', { list: 'nothing' }));
    expect(heading(html)).toBe('1 found, 0 possible, 0 ambiguous, 0 none');
    const latin = Buffer.concat([Buffer.from('name\nCaf'), Buffer.from([0xe9]), Buffer.from(' Nowhere LLC')]);
    expect((await match(upload(new Uint8Array(latin)))).html).toContain('Café Nowhere LLC');
  });

  test('is what was pasted if no file was chosen; each line is a name if there are no headings', async () => {
    const form = upload('', { list: 'Sole Cedar Ropes LLC\nTwin Lantern Books, LLC' });
    const { html, preview } = await match(form);
    expect(heading(preview)).toBe('2 rows');
    expect(heading(html)).toBe('1 found, 0 possible, 1 ambiguous, 0 none');
    const { to } = await send(upload('', { list: 'Firm, Ort\nSole Cedar Ropes LLC,Denver\n' }));
    expect(heading((await open(to)).html)).toBe('2 rows');
    await send(new URLSearchParams({ do: 'layout', layout: 'table' }), to);
    const columns = (await open(to)).html;
    expect([heading(columns), suggested(columns)]).toEqual(['1 row', { 'column-0': '', 'column-1': '' }]);
    await send(new URLSearchParams({ do: 'match', 'column-0': 'name', 'column-1': 'city' }), to);
    expect(heading((await open(to)).html)).toBe('1 found, 0 possible, 0 ambiguous, 0 none');
  });

  const VENDORS = [
    ['Vendor ID', 'Company Name', 'Street Address', 'City', 'State', 'Zip Code', 'Tax ID', 'Spend'],
    ['V-1', 'Sole Cedar Ropes', '12 Invented Way', 'Denver', 'Colorado', '80202', '', '10'],
    ['V-2', 'Nobody Of That Name LLC', '', '', 'Freedonia', '', 'none', '20'],
    ['V-3', '', '', '', '', '', '', '30'],
  ];
  const spelt = (delimiter: string) => VENDORS.map((row) => `${row.join(delimiter)}\r\n`).join('');
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

  test.each([
    ['commas', spelt(','), ','],
    ['semicolons', spelt(';'), ';'],
    ['a line that names the separator', `sep=;\r\n${spelt(';')}`, ';'],
    ['tabs in UTF-16', utf16(spelt('\t')), '\t'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${spelt('|')}`), '|'],
    ['the sheet of a workbook', workbookOfTexts(VENDORS), ','],
  ])('with %s is read, and keeps all its columns', async (_, content, delimiter) => {
    const file = typeof content === 'string' ? content : new Uint8Array(content);
    const { html, preview } = await match(upload(file));
    expect(suggested(preview)).toMatchObject({ 'column-1': 'name', 'column-2': 'street', 'column-7': '' });
    expect(preview).toContain('12 Invented Way');
    expect(heading(html)).toBe('1 found, 0 possible, 0 ambiguous, 2 none');
    const [head, first, second, third] = (await csvOf(html)).split('\r\n');
    expect(head).toBe([...(VENDORS[0] ?? []), ...ADDED].join(delimiter));
    expect(first).toContain([...(VENDORS[1] ?? []), 'found', 'CO:3', 'SOLE CEDAR ROPES LLC'].join(delimiter));
    expect(second).toMatch(/^V-2.*none.*"?Freedonia/);
    expect(third).toMatch(/^V-3.*none.*The row has neither a name nor a number\./);
  });
  test('has the results of dossier match, byte for byte', async () => {
    const text = `${spelt(',')}V-4,Twin Lantern Books,,,CO,,,\r\nV-5,"=1+1",,,,,,\r\n`;
    const [list, out] = [join(service.folder.path, 'vendors.csv'), join(service.folder.path, 'matched.csv')];
    writeFileSync(list, text);
    const columns = [
      '--name',
      '2',
      '--street',
      '3',
      '--city',
      '4',
      '--state',
      '5',
      '--zip',
      '6',
      '--ein',
      '7',
    ];
    const { error } = await runProgram(['match', list, ...columns, '--out', out], {
      DOSSIER_DATA: service.folder.path,
    });
    expect(error).toBeNull();
    expect(await csvOf((await match(upload(text))).html)).toBe(readFileSync(out, 'utf8'));
  });
  const ADDED = ['outcome', 'id', 'matched_name', 'probability', 'why', 'candidates'];

  test('takes another use of its columns, before it is matched and after', async () => {
    const text = 'Name,Who,State\n7,Sole Cedar Ropes LLC,CO\n';
    const other = { 'column-0': '', 'column-1': 'name' };
    expect(heading((await match(upload(text), other)).html)).toBe('1 found, 0 possible, 0 ambiguous, 0 none');
    const { path, html } = await match(upload(text));
    expect(heading(html)).toBe('0 found, 0 possible, 0 ambiguous, 1 none');
    await send(new URLSearchParams({ do: 'match', ...suggested(html), ...other }), path);
    const again = await open(path);
    expect(heading(again.html)).toBe('1 found, 0 possible, 0 ambiguous, 0 none');
    expect(await csvOf(again.html)).toContain('7,Sole Cedar Ropes LLC,CO,found,CO:3');
    const none = await send(new URLSearchParams({ do: 'match', 'column-2': 'state' }), path);
    expect([none.status, none.html.includes('Choose the column with the name')]).toEqual([400, true]);
  });

  test('shows candidates side by side with their evidence, keeps the choice, and counts it as chosen', async () => {
    const { path, html } = await match(upload('name,state\nTwin Lantern Books,CO\nSole Cedar Ropes,CO\n'));
    expect(heading(html)).toBe('1 found, 0 possible, 1 ambiguous, 0 none');
    expect(html).toMatch(/<caption>Candidates for Twin Lantern Books<\/caption>/);
    expect(html.match(/name="choice-0"/g)).toHaveLength(3);
    expect(await csvOf(html)).toMatch(/ambiguous,,,[\d.]+,/);
    await send(new URLSearchParams({ do: 'choose', 'choice-0': 'CO:2' }), path);
    const chosen = (await open(path)).html;
    expect(heading(chosen)).toBe('1 found, 1 chosen, 0 possible, 0 ambiguous, 0 none');
    expect(await csvOf(chosen)).toContain('chosen,CO:2,"TWIN LANTERN BOOKS, INC."');
    // An id that is no candidate is not taken, and none of them takes the choice back.
    await send(new URLSearchParams({ do: 'choose', 'choice-0': 'CO:3' }), path);
    expect(heading((await open(path)).html)).toBe('1 found, 0 possible, 1 ambiguous, 0 none');
  });

  test('takes the only candidate of each row at once', async () => {
    const { path, html } = await match(upload('name,city,zip\nSole Cedar Ropes LLC,Boulder,80301\n'));
    expect(heading(html)).toBe('0 found, 1 possible, 0 ambiguous, 0 none');
    expect(html).toContain('Accept the only candidate (1 row)');
    await send(new URLSearchParams({ do: 'accept' }), path);
    expect(await csvOf((await open(path)).html)).toContain(',chosen,CO:3,SOLE CEDAR ROPES LLC,');
  });

  test('is shown by outcome and in pages of 500 rows', async () => {
    const names = Array.from({ length: 700 }, (_, at) => (at % 100 === 0 ? 'Sole Cedar Ropes LLC' : ''));
    const { path, html } = await match(
      upload(`name,key\n${names.map((name, at) => `${name},k${at}`).join('\n')}\n`),
    );
    expect(heading(html)).toBe('7 found, 0 possible, 0 ambiguous, 693 none');
    const rows = (text: string) =>
      /<tbody>(?:(?!<\/tbody>).)*<\/tbody>(?!.*<tbody>)/s.exec(text)?.[0].match(/<tr>/g)?.length;
    expect([rows(html), html.includes('1 to 500 of 700')]).toEqual([500, true]);
    const second = (await open(`${path}?offset=500`)).html;
    expect([rows(second), second.includes('501 to 700 of 700')]).toEqual([200, true]);
    expect(rows((await open(`${path}?outcome=found`)).html)).toBe(7);
    expect((await csvOf(second)).split('\r\n')).toHaveLength(702);
    for (const odd of ['offset=99999', 'offset=-1', 'outcome=x'])
      expect((await open(`${path}?${odd}`)).status).toBe(200);
  });

  test('is deleted on request and after its time, and an address that was made up is unknown', async () => {
    const { path } = await match(upload('name\nSole Cedar Ropes LLC\n'));
    await send(new URLSearchParams({ do: 'delete' }), path);
    expect((await open(path)).status).toBe(404);
    expect((await open('/match/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
    const late = await match(upload('name\nSole Cedar Ropes LLC\n'));
    clock.ahead = 30 * 86_400_000;
    expect((await open(late.path)).status).toBe(404);
    clock.ahead = 0;
  });

  test('of an account is opened by that account alone', async () => {
    const cookieOf = async () => {
      const form = new URLSearchParams({ key: await service.newKey({ credits: 50 }) });
      const answer = await fetch(`${service.url}/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        body: form,
        headers: own,
      });
      return answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    };
    const [mine, other] = [await cookieOf(), await cookieOf()];
    const { to } = await send(upload('name\nSole Cedar Ropes LLC\n'), '/match', { cookie: mine });
    expect((await open(to, { cookie: mine })).html).toContain('1 row');
    for (const cookie of [other, '']) expect((await open(to, { cookie })).status).toBe(404);
    expect((await send(new URLSearchParams({ do: 'delete' }), to, { cookie: other })).status).toBe(404);
    expect((await open(to, { cookie: mine })).status).toBe(200);
  });

  test('escapes cells that a spreadsheet would run as formulas', async () => {
    const { html } = await match(upload('name\n"=HYPERLINK(""http://x"",""y"")"\n'));
    expect(await csvOf(html)).toContain(`'=HYPERLINK`);
  });

  test.each([
    ['an archive', 'PK\u0003\u0004[Content_Types].xml', /vendors\.csv is truncated/],
    ['a file of bytes', 'name\n\0\u0001\u0002x', /vendors\.csv is not text/],
    ['a PDF document', '%PDF-1.7', /vendors\.csv is a PDF document/],
    [
      'a row with a surplus field',
      'name,state\nA,CO\nB,CO,x\n',
      /Row 3 of vendors\.csv has 3 fields, but the first row has 2/,
    ],
    ['a quote that does not end', 'name,state\n"A,CO\n', /vendors\.csv is truncated within a quoted field/],
    ['no rows', 'name,state\n', /vendors\.csv has no rows/],
    ['too many columns', `name${','.repeat(300)}\nA\n`, /has 301 columns; the maximum is 200/],
  ])('of %s is refused with a sentence', async (_, content, message) => {
    const { status, html } = await send(upload(content));
    expect([status, html]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('POST /match', () => {
  test('refuses two files, too many fields, a broken form, a long form and another type', async () => {
    const two = upload('name\nA');
    two.append('file', new Blob(['name\nB']), 'more.csv');
    expect((await send(two)).status).toBe(400);
    const many = new FormData();
    for (let at = 0; at < 1_200; at++) many.append(`choice-${at}`, '');
    expect((await send(many)).status).toBe(400);
    const type = 'multipart/form-data; boundary=x';
    const broken = '--x\r\nContent-Disposition: form-data; name="list"\r\n\r\nA';
    expect((await send(broken, '/match', { 'content-type': type })).status).toBe(400);
    expect((await send('nothing', '/match', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await send(upload('a'.repeat(1_100_000)))).status).toBe(413);
    expect((await send('{}', '/match', { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('no other page takes a file', async () => {
    expect((await send(upload('a'), '/theme')).status).toBe(415);
    const { path } = await match(upload('name\nA\n'));
    expect((await send(upload('a'), path)).status).toBe(415);
  });
});

describe('/lists', () => {
  const signIn = async (key: string) => {
    const form = new URLSearchParams({ key });
    const sent = { method: 'POST', redirect: 'manual', body: form, headers: own } as const;
    const answer = await fetch(`${service.url}/sign-in`, sent);
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };

  test('shows the lists of the account with their counts, and each leads to its watch and its changes', async () => {
    const key = await service.newKey({ scopes: ['read', 'webhooks'], credits: 50 });
    const headers = { cookie: await signIn(key) };
    const { to } = await send(upload('name\nSole Cedar Ropes LLC\nTwin Lantern Books\n'), '/match', headers);
    const preview = await open(to, headers);
    await send(new URLSearchParams({ do: 'match', ...suggested(preview.html) }), to, headers);
    const list = (await open(to, headers)).html;
    expect(list).toContain('Watch these 1');
    const { html } = await open('/lists', headers);
    expect(html).toContain(`<a href="${to}">vendors</a>`);
    expect(html.match(/<td[^>]*>\d+<\/td>/g)?.map((cell) => cell.replace(/<[^>]+>/g, ''))).toEqual([
      '2',
      '1',
      '1',
      '0',
    ]);
    const id = to.split('/')[2] ?? '';
    const form = (await open(`/watches?list=${id}`, headers)).html;
    expect(form).toMatch(new RegExp(`name="list" value="${id}"|value="${id}"[^>]*name="list"`));
    const made = await send(new URLSearchParams({ list: id, once: 'list-watch' }), '/watches', headers);
    expect([made.status, made.html.includes('whsec_')]).toEqual([200, true]);
    expect((await open('/watches', headers)).html).toContain(`<a href="${to}">list ${id}</a>`);
    const changes = await open(`${to}/changes`, headers);
    expect([changes.status, changes.html.includes('No changes.')]).toEqual([200, true]);
    await send(new URLSearchParams({ do: 'delete' }), to, headers);
    expect((await open('/lists', headers)).html).toContain('No lists yet.');
    expect((await open('/watches', headers)).html).toContain('No watches yet.');
  });

  test('needs an account', async () => {
    expect((await open('/lists')).status).toBe(303);
  });

  test('an Excel workbook of a list has all its own columns', async () => {
    const { path } = await match(upload('Nr,Company Name\nV-1,Sole Cedar Ropes LLC\n'));
    const book = await fetch(`${service.url}${path}/rows.xlsx`);
    expect(book.headers.get('content-disposition')).toContain('vendors.xlsx');
    const again = await match(upload(new Uint8Array(await book.arrayBuffer())));
    expect(again.preview).toContain('V-1');
    expect(again.preview).toContain('SOLE CEDAR ROPES LLC');
  });
});
