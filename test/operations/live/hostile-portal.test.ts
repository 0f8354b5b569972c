import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { entitySource } from '../../support/service.js';
import { CO, coloradoRow, type LiveService, portalOf, startLive } from './portals.js';

const { host } = portalOf(CO);
const LOOKUP = '/api/v1/entity/CO:20251000101';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let service: LiveService;
afterEach(() => service.close());

describe('a portal that misbehaves', () => {
  it('is left at the deadline when its body drips, though garbage is collected meanwhile', async () => {
    service = await startLive({}, { deadlineMs: 500 });
    service.portal.behave(host, { kind: 'drips', everyMs: 50 });
    const collecting = setInterval(collectGarbage, 100);
    const replies = await Promise.all(
      [LOOKUP, LOOKUP, '/api/v1/search?name=aspen&state=CO'].map((path) => service.get(path)),
    ).finally(() => clearInterval(collecting));
    expect(replies.map(({ status }) => status)).toEqual([502, 502, 502]);
    expect(await service.creditsLeft()).toBe(1_000_000);
  });

  it('is refused if it sends more rows than were asked for', async () => {
    service = await startLive();
    const rows = Array.from({ length: 2_001 }, (_, at) => coloradoRow(String(at), `ASPEN ${at} LLC`));
    service.portal.behave(host, { kind: 'rows', rows });
    const { status, body } = await service.get(LOOKUP);
    expect(status).toBe(502);
    expect(body.detail).toContain(`${host} returned more rows than requested.`);
    expect((await service.get('/api/v1/search?name=aspen&state=CO')).status).toBe(502);
    expect(await service.creditsLeft()).toBe(1_000_000);
  });

  it('is refused if its answer is larger than is read of a portal', async () => {
    service = await startLive({}, { deadlineMs: 60_000 });
    service.portal.behave(host, { kind: 'rows', rows: [coloradoRow('20251000101', 'A'.repeat(9_000_000))] });
    const { status, body } = await service.get(LOOKUP);
    expect(status).toBe(502);
    expect(body.detail).toContain(`${host} returned too large a response.`);
  });

  it.each([
    ['lists in lists', '['.repeat(30_001)],
    ['objects in objects', '{"a":'.repeat(30_001)],
    ['keys', `[{${Array.from({ length: 130_002 }, (_, at) => `"k${at}":1`)}}]`],
    ['commas in a text', JSON.stringify([coloradoRow('20251000101', ','.repeat(130_001))])],
  ])('is refused, and its answer not parsed, if it sends too many %s', async (_what, body) => {
    service = await startLive();
    service.portal.behave(host, { kind: 'text', body });
    const { status, body: problem } = await service.get(LOOKUP);
    expect(status).toBe(502);
    expect(problem.detail).toContain(`${host} returned too large a response.`);
  });

  it('is refused if its rows have more columns than a table has', async () => {
    service = await startLive();
    const more = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 'A']));
    service.portal.behave(host, { kind: 'rows', rows: [coloradoRow('20251000101', 'ASPEN LLC', more)] });
    const { status, body } = await service.get(LOOKUP);
    expect(status).toBe(502);
    expect(body.detail).toContain(`${host} returned more columns than a table can have.`);
  });

  it('is read if it sends all that may be asked for, in sixty columns', async () => {
    service = await startLive({}, { deadlineMs: 60_000 });
    const declared = entitySource(CO).tables.main?.columns ?? [];
    const columns = [...declared, ...Array.from({ length: 60 - declared.length }, (_, at) => `new${at}`)];
    const empty = Object.fromEntries(columns.map((column) => [column, '']));
    const rows = Array.from({ length: 1_999 }, () => ({ ...empty, ...coloradoRow('20251000101', 'ASPEN') }));
    service.portal.behave(host, { kind: 'rows', rows });
    expect((await service.get(LOOKUP)).status).toBe(200);
  });

  it('gives no record whose name is too long, and leaves out a field that is', async () => {
    service = await startLive();
    service.portal.behave(host, { kind: 'rows', rows: [coloradoRow('20251000101', 'A'.repeat(1_001))] });
    expect((await service.get(LOOKUP)).status).toBe(404);
    const long = coloradoRow('20251000102', 'ASPEN LLC', { principaladdress1: 'A'.repeat(20_000) });
    service.portal.behave(host, { kind: 'rows', rows: [long] });
    const { status, data } = await service.get<{ principalAddress: string }>('/api/v1/entity/CO:20251000102');
    expect(status).toBe(200);
    expect(data.principalAddress).toBe('Denver, CO 80202');
  });
});
