import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityRow } from '../../../src/domain/entity.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { type OpenLiveCache, openLiveCache } from '../../../src/store/sqlite/live/live-cache.js';

let path: string;
let cache: OpenLiveCache;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'dossier-live-')), 'live.db');
  cache = openLiveCache(path);
});
afterEach(() => cache.close());

function row(id: string, hash: string): EntityRow {
  const document = JSON.stringify({ id, hash });
  return { id, sourceId: 'us_co_x', document, absent: '{}', facets: '{}', linkKeys: [], hash };
}

function reopen(): void {
  cache.close();
  cache = openLiveCache(path);
}

describe('the live cache', () => {
  it('keeps records, and that there is none, over a restart', async () => {
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'a'), 10);
    await cache.putRecord('CO:2', 'us_co_x', null, 20);
    reopen();
    expect(await cache.getRecord('CO:1')).toEqual({
      sourceId: 'us_co_x',
      readAt: 10,
      record: {
        id: 'CO:1',
        sourceId: 'us_co_x',
        document: '{"id":"CO:1","hash":"a"}',
        absent: '{}',
        facets: '{}',
        hash: 'a',
        changedAt: 10,
      },
    });
    expect(await cache.getRecord('CO:2')).toEqual({ sourceId: 'us_co_x', readAt: 20, record: null });
    expect(await cache.getRecord('CO:3')).toBeUndefined();
  });

  it('moves the time of the last change only where the content changed', async () => {
    const changedAt = async () => (await cache.getRecord('CO:1'))?.record?.changedAt;
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'a'), 10);
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'a'), 20);
    expect([await changedAt(), (await cache.getRecord('CO:1'))?.readAt]).toEqual([10, 20]);
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'b'), 30);
    expect(await changedAt()).toBe(30);
    await cache.putRecord('CO:1', 'us_co_x', null, 40);
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'b'), 50);
    expect(await changedAt()).toBe(50);
  });

  it('keeps what a search found, in its order, each a record of its own', async () => {
    const rows = [row('CO:2', 'b'), row('CO:1', 'a')];
    await cache.putSearch({ sourceId: 'us_co_x', text: 'aspen', rows, more: true, readAt: 10 });
    expect(await cache.getSearch('us_co_x', 'aspen')).toEqual({
      ids: ['CO:2', 'CO:1'],
      more: true,
      readAt: 10,
    });
    expect(await cache.getSearch('us_ny_x', 'aspen')).toBeUndefined();
    expect((await cache.getRecords(['CO:1', 'CO:9', 'CO:2'])).map(({ id }) => id)).toEqual(['CO:1', 'CO:2']);
  });

  it('forgets what was read before a time', async () => {
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'a'), 10);
    await cache.putSearch({
      sourceId: 'us_co_x',
      text: 'x',
      rows: [row('CO:2', 'b')],
      more: false,
      readAt: 20,
    });
    await cache.drop(20);
    expect(await cache.getRecord('CO:1')).toBeUndefined();
    expect(await cache.getRecord('CO:2')).toBeDefined();
    await cache.drop(21);
    expect(await cache.getSearch('us_co_x', 'x')).toBeUndefined();
  });

  it('begins again over a file that another version made', async () => {
    await cache.putRecord('CO:1', 'us_co_x', row('CO:1', 'a'), 10);
    cache.close();
    const other = new Database(path);
    other.exec(`INSERT INTO schema_version VALUES (99, 'later')`);
    other.close();
    cache = openLiveCache(path);
    expect(await cache.getRecord('CO:1')).toBeUndefined();
    await cache.putRecord('CO:1', 'us_co_x', null, 10);
  });
});
