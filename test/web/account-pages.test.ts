import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

let service: TestService;
let cookie: string;
let admin: string;
const own = { 'sec-fetch-site': 'same-origin' };
beforeAll(async () => {
  const web = { access: 'key', localOnly: false, contact: null } as const;
  service = await startOn(await newSampleFolder('dossier-pages-'), { web });
  cookie = await signIn(await service.newKey({ scopes: ['read', 'usage', 'webhooks'], credits: 1_000 }));
  admin = await signIn(await service.newKey({ scopes: ['read', 'usage', 'admin'] }));
});
afterAll(() => service.close());

async function signIn(key: string): Promise<string> {
  const answer = await send('/sign-in', { key, to: '/' }, '');
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

const send = (
  path: string,
  form: Record<string, string>,
  as = cookie,
  headers: Record<string, string> = own,
) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, cookie: as },
    body: new URLSearchParams(form),
  });
const open = async (path: string, as = cookie) => {
  const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', headers: { cookie: as } });
  return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') };
};
const creditsOf = async () =>
  Number(/<dt>Credits left<\/dt><dd>([\d,]+)/.exec((await open('/usage')).html)?.[1]?.replace(',', ''));

describe('pages of an account', () => {
  test.each(['/usage', '/keys', '/watches', '/exports'])(
    '%s asks who is there, also where others may look',
    async (path) => {
      const { status, to } = await open(path, '');
      expect([status, to]).toEqual([303, `/sign-in?to=${encodeURIComponent(path)}`]);
    },
  );

  test('usage tells the balance, and what each day, operation and key used', async () => {
    const before = await creditsOf();
    await open('/search?q=willow');
    const { html } = await open('/usage');
    expect(await creditsOf()).toBe(before - 1);
    expect(html).toContain('searchEntities');
    expect(html).toMatch(/<svg[^>]* role="img" aria-label="Credits for 1 day/);
  });

  test('keys are made, shown once, and revoked after a question; only with the scope admin', async () => {
    expect((await open('/keys')).html).toContain('has the scope <code>admin</code>');
    expect((await send('/keys', { do: 'create', name: 'mine', scopes: 'admin' })).status).toBe(403);
    const made = await (await send('/keys', { do: 'create', name: 'reports', scopes: 'read' }, admin)).text();
    const key = /dsr_(?:test|live)_\w+/.exec(made)?.[0] ?? '';
    const of = { authorization: `Bearer ${key}` };
    expect((await service.get('/api/v1/search?name=willow', of)).status).toBe(200);
    const list = (await open('/keys', admin)).html;
    expect(list).not.toContain(key);
    const id = /do=revoke&amp;id=(key_\w+)" aria-label="Revoke reports"/.exec(list)?.[1] ?? '';
    const question = (await open(`/keys?do=revoke&id=${id}`, admin)).html;
    expect(question).toContain('Revoke reports?');
    expect((await send('/keys', { do: 'revoke', id, confirmed: 'yes' }, admin)).status).toBe(303);
    await expect.poll(async () => (await service.get('/api/v1/search?name=willow', of)).status).toBe(401);
  });

  test('the answer of a form that is loaded again shows the same key; other words make another', async () => {
    const once = /name="once" value="([\w-]+)"/.exec((await open('/keys', admin)).html)?.[1] ?? '';
    expect(once).not.toBe('');
    const form = { do: 'create', name: 'once', scopes: 'read', once };
    const make = async (sent: Record<string, string>, as = admin) =>
      /dsr_(?:test|live)_\w+/.exec(await (await send('/keys', sent, as)).text())?.[0];
    const first = await make(form);
    expect(first).toBeDefined();
    expect(await make(form)).toBe(first);
    const list = (await open('/keys', admin)).html;
    expect(list.match(/aria-label="Revoke once"/g)).toHaveLength(1);
    expect(await make({ ...form, name: 'once more' })).not.toBe(first);
    const secret = async (sent: Record<string, string>) =>
      /whsec_[\w+/=]+/.exec(await (await send('/watches', sent)).text())?.[0];
    const watch = { endpoint: 'https://93.184.216.7/once', id: 'CO:20221555001', once };
    expect(await secret(watch)).toBe(await secret(watch));
    const made = [...(await open('/watches')).html.matchAll(/href="\/watches\/(wat_[0-9a-f]+)"/g)].map(
      ([, id]) => id,
    );
    expect(new Set(made).size).toBe(1);
    await send(`/watches/${made[0]}`, { do: 'delete', confirmed: 'yes' });
  });

  test('a form of another origin changes nothing', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await send('/keys', { do: 'create', name: 'x', scopes: 'read' }, admin, foreign)).status).toBe(
      403,
    );
    expect((await send('/watches', { endpoint: 'https://a.example' }, cookie, foreign)).status).toBe(403);
  });

  test('a watch is made with its secret shown once, listed, and deleted after a question', async () => {
    const form = { endpoint: 'https://93.184.216.7/hook', id: 'CO:20221555001' };
    const made = await (await send('/watches', form)).text();
    const [secret = ''] = /whsec_[\w+/=]+/.exec(made) ?? [];
    const list = (await open('/watches')).html;
    const [id = ''] = /wat_[0-9a-f]+/.exec(list) ?? [];
    expect(list).not.toContain(secret);
    expect((await open(`/watches/${id}`)).html).toContain('CO:20221555001');
    expect((await open(`/watches/${id}?do=delete`)).html).toContain('Delete the watch');
    await send(`/watches/${id}`, { do: 'delete', confirmed: 'yes' });
    expect((await open('/watches')).html).toContain('No watches yet.');
  });

  test('an address that may not be told is refused with the reason', async () => {
    const answer = await send('/watches', { endpoint: 'http://localhost/x', id: 'CO:20221555001' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('must begin with https://.'),
    ]);
  });

  test('an export shows the rule of its price first, and is charged once', async () => {
    const form = { kind: 'entities', format: 'csv', state: 'CO' };
    const before = await creditsOf();
    expect(await (await send('/exports', form)).text()).toContain('1 credit for each 100 rows');
    expect((await open('/exports')).html).toContain('No exports yet.');
    const confirmed = { ...form, confirmed: 'yes', once: 'f00d' };
    const twice = await Promise.all([send('/exports', confirmed), send('/exports', confirmed)]);
    // One that comes while the first is still at work is told so.
    const statuses = twice.map(({ status }) => status);
    expect(statuses).toContain(303);
    for (const status of statuses) expect([303, 409]).toContain(status);
    await expect.poll(async () => (await open('/exports')).html).toContain('>done<');
    expect((await open('/exports')).html).toContain('1 export, newest first');
    expect(await creditsOf()).toBe(before - 1);
  });
});

describe('pages of the operator', () => {
  test.each(['/operate', '/operate/accounts'])('%s is for keys with the scope admin', async (path) => {
    expect((await open(path)).status).toBe(403);
    expect((await open(path, admin)).status).toBe(200);
    const form = { do: path === '/operate' ? 'roll-back' : 'create', confirmed: 'yes' };
    expect((await send(path, form)).status).toBe(403);
  });

  test('tells the loads, the index, and who changed what', async () => {
    await send('/keys', { do: 'create', name: 'audited', scopes: 'read' }, admin);
    const { html } = await open('/operate', admin);
    expect(html).toContain('us_usaspending_contracts');
    expect(html).toContain('up to date');
    expect(html).toContain('key.create');
  });

  test('an account is made, given credits, suspended, resumed and closed, the last after a question', async () => {
    const path = '/operate/accounts';
    const form = { do: 'create', name: 'acme', monthlyCredits: '1,000', requestsPerMinute: '60' };
    expect((await send(path, form, admin)).status).toBe(303);
    const rowOf = async () =>
      /<tr><th scope="row">acme<\/th>.*?<\/tr>/.exec((await open(path, admin)).html)?.[0] ?? '';
    const [id = ''] = /acc_[0-9a-f]+/.exec(await rowOf()) ?? [];
    const grant = { do: 'grant', id, credits: '500', reason: 'test', once: 'f00d' };
    await Promise.all([send(path, grant, admin), send(path, grant, admin)]);
    expect(await rowOf()).toContain('1,500');
    await send(path, { do: 'suspend', id }, admin);
    expect(await rowOf()).toContain('suspended');
    await send(path, { do: 'resume', id }, admin);
    expect(await rowOf()).toContain('>active<');
    expect((await open(`${path}?do=close&id=${id}`, admin)).html).toContain('Close the account acme?');
    await send(path, { do: 'close', id }, admin);
    expect(await rowOf()).toContain('>active<');
    await send(path, { do: 'close', id, confirmed: 'yes' }, admin);
    expect(await rowOf()).toContain('closed');
  });

  test('a number that is none is told by its name, and nothing is made', async () => {
    const form = { do: 'create', name: 'bad', monthlyCredits: 'many', requestsPerMinute: '60' };
    const answer = await send('/operate/accounts', form, admin);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('monthlyCredits')]);
    expect((await open('/operate/accounts', admin)).html).not.toContain('>bad<');
  });
});

describe('changes', () => {
  test('are shown from the oldest on, narrowed by filters, and paid for once', async () => {
    const before = await creditsOf();
    const { html } = await open('/changes');
    expect(html).toContain('us_co_business_entities');
    expect(html).toContain('First loaded');
    await open('/changes');
    expect(await creditsOf()).toBe(before - 1);
    expect((await open('/changes?source=us_fl_corporations')).html).not.toContain(
      '<td>us_co_business_entities',
    );
  });

  test('a filter that is wrong is told by its name', async () => {
    const { status, html } = await open('/changes?state=Columbia');
    expect([status, html]).toEqual([400, expect.stringContaining('<code>state</code>')]);
  });
});

describe('match a list', () => {
  /** Takes the columns as the preview suggests them. */
  const match = async (list: string) => {
    const sent = await send('/match', { list });
    const to = sent.headers.get('location');
    if (to === null) return sent.text();
    const menus = [...(await open(to)).html.matchAll(/<select name="(column-\d+)".*?<\/select>/gs)];
    const columns = menus.map(([menu, name = '']) => [name, /value="(\w+)" selected/.exec(menu)?.[1] ?? '']);
    await send(to, { do: 'match', ...Object.fromEntries(columns) });
    return (await open(to)).html;
  };

  test('says which record each row is, in the order of the list, for a credit each', async () => {
    const before = await creditsOf();
    const html = await match(
      'Company\tST\tNote\nWillow Harbor Cleaners, LLC\tCO\tx\nNobody of that Name\tNY\ty',
    );
    expect(html).toContain('1 found, 0 possible, 0 ambiguous, 1 none');
    expect(html).toContain('href="/entity/CO%3A20221555001"');
    expect(html).toContain('Ignored columns: Note.');
    expect(await creditsOf()).toBe(before - 2);
    await match('name,state\nWillow Harbor Cleaners  LLC,CO\n"Willow Harbor Cleaners, LLC",CO');
    expect(await creditsOf()).toBe(before - 3);
  });

  test('lines without a head are names; the result can be kept as CSV that no spreadsheet computes', async () => {
    const html = await match('Willow Harbor Cleaners, LLC\n=1+1\n<script>alert(1)</script>');
    const [, path = ''] = /href="(\/match\/[^"]+\/rows\.csv)"/.exec(html) ?? [];
    const lines = (await open(path)).html.split('\r\n');
    expect(lines[0]).toBe('name,outcome,id,matched_name,probability,why,candidates');
    expect(lines[1]).toContain('"Willow Harbor Cleaners, LLC"');
    expect(lines[2]).toMatch(/^'=1\+1,/);
    expect(html).not.toContain('<script>alert');
  });

  test('a cell that cannot be read is left out and named, as by `dossier match`', async () => {
    const html = await match('name,ein\nWillow Harbor Cleaners LLC,12');
    expect(html).toContain('is not a valid EIN and was ignored.');
  });

  test('an empty list, and one with a quote that does not end, are told', async () => {
    expect(await match(' \n ')).toContain('The list has no rows.');
    expect(await match('name,state\n"Willow')).toContain('The list is truncated within a quoted field.');
  });
});
