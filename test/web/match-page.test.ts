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
    expect([status, html.includes('<h1>1 found, 0 ambiguous, 0 none</h1>')]).toEqual([200, true]);
    const latin = Buffer.concat([Buffer.from('name\nCaf'), Buffer.from([0xe9]), Buffer.from(' Nowhere LLC')]);
    expect((await send(upload(new Uint8Array(latin)))).html).toContain('Café Nowhere LLC');
  });

  test('takes what was pasted where no file was chosen', async () => {
    const form = upload('', { list: 'Sole Cedar Ropes LLC' });
    expect((await send(form)).html).toContain('<h1>1 found, 0 ambiguous, 0 none</h1>');
  });

  test('shows candidates of an ambiguous row side by side with their evidence, and keeps the choice', async () => {
    const list = 'name,state\nTwin Lantern Books,CO\n';
    const { html } = await send(upload(list));
    expect(html).toContain('<h1>0 found, 1 ambiguous, 0 none</h1>');
    expect(html).toMatch(/<caption>Candidates for Twin Lantern Books<\/caption>/);
    expect(html).toMatch(/<th scope="col">Asked<\/th>/);
    expect(html.match(/name="choice-0"/g)).toHaveLength(3);
    expect(csvOf(html)).toMatch(/ambiguous,,,/);
    const form = new FormData();
    form.append('list', list);
    form.append('choice-0', 'CO:2');
    const chosen = await send(form);
    expect(chosen.html).toContain('Chosen: TWIN LANTERN BOOKS, INC.');
    expect(csvOf(chosen.html)).toContain('ambiguous,CO:2,"TWIN LANTERN BOOKS, INC."');
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
