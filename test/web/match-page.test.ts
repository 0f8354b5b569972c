import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

const STREET = '12 INVENTED WAY, DENVER, CO 80202';
let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: 'TWIN LANTERN BOOKS, LLC', principalAddress: STREET, status: 'Exists' },
        { key: '2', name: 'TWIN LANTERN BOOKS, INC.', principalAddress: '9 OTHER ST, AURORA, CO 80010' },
        { key: '3', name: 'SOLE CEDAR ROPES LLC', principalAddress: STREET },
      ],
    },
  });
});
afterAll(() => service.close());

const own = { 'sec-fetch-site': 'same-origin' };
async function send(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/match`, {
    method: 'POST',
    body,
    headers: { ...own, ...headers },
  });
  return { status: answer.status, html: await answer.text() };
}
function upload(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'list.csv');
  return form;
}
const csvOf = (html: string) => Buffer.from(/base64,([^"]+)"/.exec(html)?.[1] ?? '', 'base64').toString();

describe('POST /match', () => {
  test('reads a file, in UTF-8 and as older spreadsheets write it', async () => {
    const { status, html } = await send(upload('name,state\nSole Cedar Ropes LLC,CO\n', { list: 'nothing' }));
    expect([status, html.includes('<h1>1 found, 0 possible, 0 ambiguous, 0 none</h1>')]).toEqual([200, true]);
    const latin = Buffer.concat([Buffer.from('name\nCaf'), Buffer.from([0xe9]), Buffer.from(' Nowhere LLC')]);
    expect((await send(upload(new Uint8Array(latin)))).html).toContain('Café Nowhere LLC');
  });

  test('takes what was pasted where no file was chosen', async () => {
    const form = upload('', { list: 'Sole Cedar Ropes LLC' });
    expect((await send(form)).html).toContain('<h1>1 found, 0 possible, 0 ambiguous, 0 none</h1>');
  });

  test('shows candidates of an ambiguous row side by side with their evidence, and keeps the choice', async () => {
    const list = 'name,state\nTwin Lantern Books,CO\n';
    const { html } = await send(upload(list));
    expect(html).toContain('<h1>0 found, 0 possible, 1 ambiguous, 0 none</h1>');
    expect(html).toMatch(/<caption>Candidates for Twin Lantern Books<\/caption>/);
    expect(html).toMatch(/<th scope="col">Asked<\/th>/);
    expect(html.match(/name="choice-0"/g)).toHaveLength(3);
    expect(csvOf(html)).toMatch(/ambiguous,,,[\d.]+,/);
    const form = new FormData();
    form.append('list', list);
    form.append('choice-0', 'CO:2');
    const chosen = await send(form);
    expect(chosen.html).toContain('Chosen: TWIN LANTERN BOOKS, INC.');
    expect(csvOf(chosen.html)).toContain('found,CO:2,"TWIN LANTERN BOOKS, INC."');
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
  ])('reads a spreadsheet with %s, and keeps all its columns', async (_, content, delimiter) => {
    const file = typeof content === 'string' ? content : new Uint8Array(content);
    const { status, html } = await send(upload(file));
    expect([status, html.includes('<h1>1 found, 0 possible, 0 ambiguous, 2 none</h1>')]).toEqual([200, true]);
    const [head, first, second, third] = csvOf(html).split('\r\n');
    expect(head).toBe([...(VENDORS[0] ?? []), ...ADDED].join(delimiter));
    expect(first).toContain([...(VENDORS[1] ?? []), 'found', 'CO:3', 'SOLE CEDAR ROPES LLC'].join(delimiter));
    expect(second).toMatch(/^V-2.*none.*"?Freedonia/);
    expect(third).toMatch(/^V-3.*none.*The row has no name and no number\./);
  });
  const ADDED = ['outcome', 'id', 'matched_name', 'probability', 'why', 'candidates'];

  test('shows what each column is used as, and takes another use', async () => {
    const list = 'Key,Who,State\n7,Sole Cedar Ropes LLC,CO\n';
    const { html } = await send(upload(`Name,Who,State\n7,Sole Cedar Ropes LLC,CO\n`));
    expect(html).toMatch(/<select name="column-1"[^>]*>[\s\S]*?not used/);
    expect(html).toContain('<h1>0 found');
    const form = upload('', {
      list: list.replace('Key', 'Name'),
      'column-0': '',
      'column-1': 'name',
      'column-2': 'state',
    });
    const again = await send(form);
    expect(again.html).toContain('<h1>1 found');
    expect(csvOf(again.html)).toContain('7,Sole Cedar Ropes LLC,CO,found,CO:3');
  });

  test('refuses a workbook', async () => {
    const { status, html } = await send(upload('PK\u0003\u0004[Content_Types].xml'));
    expect([status, html.includes('Save the workbook as CSV')]).toEqual([400, true]);
  });

  test('a cell that a spreadsheet would compute is written as text', async () => {
    const { html } = await send(upload('name\n"=HYPERLINK(""http://x"",""y"")"\n'));
    expect(csvOf(html)).toContain(`'=HYPERLINK`);
  });

  test('refuses two files, too many fields, a broken form, a long list and another type', async () => {
    const two = upload('name\nA');
    two.append('file', new Blob(['name\nB']), 'more.csv');
    expect((await send(two)).status).toBe(400);
    const many = new FormData();
    for (let at = 0; at < 1_200; at++) many.append(`choice-${at}`, '');
    expect((await send(many)).status).toBe(400);
    const type = 'multipart/form-data; boundary=x';
    expect(
      (await send('--x\r\nContent-Disposition: form-data; name="list"\r\n\r\nA', { 'content-type': type }))
        .status,
    ).toBe(400);
    expect((await send('nothing', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await send(upload('a'.repeat(600_000)))).status).toBe(400);
    expect((await send(upload('a'.repeat(1_100_000)))).status).toBe(413);
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('no other page takes a file', async () => {
    const answer = await fetch(`${service.url}/theme`, { method: 'POST', body: upload('a'), headers: own });
    expect(answer.status).toBe(415);
  });
});
