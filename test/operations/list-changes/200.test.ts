import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeItem } from '../../../src/contract/changes.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { fill, startService, type TestService } from '../../support/service.js';

const COLORADO = 'us_co_business_entities';
const company = (key: string, name: string, status: string): EntityDraft => ({
  key,
  name,
  status,
  officers: [],
});
const eightK = (accession: string) =>
  ({ kind: 'filing', accession, cik: 320_193, form: '8-K', filed: '2026-11-20', name: 'APPLE INC' }) as const;

let service: TestService;
let start: string;
beforeAll(async () => {
  service = await startService({
    entities: { [COLORADO]: [company('1', 'ASPEN LLC', 'Exists'), company('2', 'BIRCH LLC', 'Exists')] },
    sec: { us_sec_daily_index: [eightK('0000320193-26-000001')] },
  });
  start = String((await service.get('/api/v1/changes?cursor=now')).meta.cursor);
  await fill(service.app.store.catalog, {
    entities: { [COLORADO]: [company('1', 'ASPEN LLC', 'Dissolved'), company('3', 'CEDAR LLC', 'Exists')] },
    sec: { us_sec_daily_index: [eightK('0000320193-26-000002')] },
  });
});
afterAll(() => service.close());

const changes = (query: string) => service.get<ChangeItem[]>(`/api/v1/changes?${query}`);
const reported = (data: readonly ChangeItem[]) => data.map(({ kind, id }) => `${kind} ${id}`);

describe('GET /api/v1/changes', () => {
  it('begins with one event for each source, and costs one credit', async () => {
    const before = await service.creditsLeft();
    const { status, data, meta } = await changes('limit=2');
    expect(status).toBe(200);
    expect(reported(data).sort()).toEqual([`baseline ${COLORADO}`, 'baseline us_sec_daily_index']);
    expect(meta).toMatchObject({ creditsUsed: 1, hasMore: true });
    expect(Date.parse(String(meta.since))).toBeLessThanOrEqual(Date.now());
    expect(await service.creditsLeft()).toBe(before - 1);
  });

  it('tells what changed, with the values before and after', async () => {
    const { data, meta } = await changes(`cursor=${start}`);
    expect(reported(data)).toEqual(['created CO:3', 'changed CO:1', 'created 0000320193-26-000002']);
    expect(data[1]).toMatchObject({
      recordType: 'entity',
      source: COLORADO,
      state: 'CO',
      cik: null,
      changes: [{ field: 'status', from: 'Exists', to: 'Dissolved' }],
    });
    expect(data[0]?.changes).toContainEqual({ field: 'name', from: null, to: 'CEDAR LLC' });
    expect(meta.hasMore).toBe(false);
  });

  it.each([
    ['cik=0000320193&form=8-K&kind=created', ['created 0000320193-26-000002']],
    ['form=8k', ['created 0000320193-26-000002']],
    ['id=CO:1', ['changed CO:1']],
    ['state=co&kind=created', ['created CO:3']],
    [`source=${COLORADO}&fields=status&kind=changed`, ['changed CO:1']],
    ['fields=name&kind=changed', []],
    ['recordType=filing,filer', ['created 0000320193-26-000002']],
    ['kind=gone&kind=restored', []],
  ])('is narrowed by %s', async (query, expected) => {
    const { data, meta } = await changes(`cursor=${start}&${query}`);
    expect(reported(data)).toEqual(expected);
    expect((await changes(`cursor=${meta.cursor}`)).data).toEqual([]);
  });

  it('is entered by date, with the filter kept from page to page', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { data, meta } = await changes(`since=${day}&limit=2`);
    expect(data).toHaveLength(2);
    expect(Date.parse(String(meta.knownSince))).toBeLessThanOrEqual(Date.now());
    const rest = await changes(`since=${day}&cursor=${meta.cursor}&kind=changed`);
    expect(reported(rest.data)).toEqual(['changed CO:1']);
    expect((await changes(`since=${day}T00:00:00Z&kind=changed`)).data).toEqual(rest.data);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await changes(`since=${tomorrow}`)).data).toEqual([]);
    const history = async (since: string) =>
      (await service.get<{ events: unknown[] }>(`/api/v1/entity/CO:1/history?since=${since}`)).data.events;
    expect([(await history(day)).length, (await history(tomorrow)).length]).toEqual([1, 0]);
  });

  it('moves on page by page, and stays at the end', async () => {
    let cursor = start;
    const seen: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const { data, meta } = await changes(`cursor=${cursor}&limit=1`);
      seen.push(...reported(data));
      cursor = String(meta.cursor);
      expect(meta.hasMore).toBe(page < 2);
    }
    expect(seen).toHaveLength(3);
    expect((await changes(`cursor=${cursor}`)).meta.cursor).toBe(cursor);
  });

  it('answers as lines of JSON where the client prefers them', async () => {
    const response = await fetch(`${service.url}/api/v1/changes?cursor=${start}`, {
      headers: { authorization: `Bearer ${service.key}`, accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const text = await response.text();
    expect(text.endsWith('\n')).toBe(true);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.slice(0, -1)).toEqual((await changes(`cursor=${start}`)).data);
    expect(lines.at(-1)).toMatchObject({ meta: { creditsUsed: 1, hasMore: false } });
  });

  it('waits for the next event, and no longer than it was told', async () => {
    const end = (await changes('cursor=now')).meta.cursor;
    const began = performance.now();
    const none = await changes(`cursor=${end}&wait=1`);
    expect(none.data).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(900);
    const many = Array.from({ length: 20 }, () => changes(`cursor=${end}&wait=30`));
    const one = changes(`cursor=${end}&wait=30&id=CO:3`);
    await fill(service.app.store.catalog, {
      entities: { [COLORADO]: [company('8', 'LARCH LLC', 'Exists')] },
    });
    for (const { data } of await Promise.all(many)) expect(reported(data)).toEqual(['created CO:8']);
    await fill(service.app.store.catalog, {
      entities: { [COLORADO]: [company('3', 'CEDAR LLC', 'Dissolved')] },
    });
    expect(reported((await one).data)).toEqual(['changed CO:3']);
  });

  it('previews its price free', async () => {
    const { data } = await service.get('/api/v1/changes?dry_run=true');
    expect(data).toEqual({ valid: true, cost: 1 });
  });
});
