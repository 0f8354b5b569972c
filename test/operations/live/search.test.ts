import { afterEach, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import { defineSource, type EntitySource } from '../../../src/sources/declare/index.js';
import { startWaitClock } from '../../support/processes/processor-waits.js';
import { CO, CT, coloradoRow, type LiveService, NY, portalOf, putRows, startLive } from './portals.js';

const host = portalOf(CO).host;

let service: LiveService;
afterEach(() => service.close());

const search = (query: string) => service.get<EntityItem[]>(`/api/v1/search?${query}`);
const names = async (query: string) => (await search(query)).data.map(({ name }) => name);

function putColorado(...rows: readonly (readonly [string, string, Record<string, unknown>?])[]): void {
  putRows(
    service,
    CO,
    rows.map(([id, name, more]) => coloradoRow(id, name, more)),
  );
}

describe('GET /api/v1/search?state= of a state that is not loaded', () => {
  it('is answered by the portal, which the answer says; totals are unknown', async () => {
    service = await startLive();
    putColorado(['1', 'ASPEN ROOFING LLC'], ['2', 'BIRCH LLC', { principalcity: 'ASPEN' }]);
    const before = await service.creditsLeft();
    const { status, data, meta } = await search('name=aspen&state=CO');
    expect(status).toBe(200);
    expect(data).toMatchObject([
      {
        id: 'CO:1',
        name: 'ASPEN ROOFING LLC',
        state: 'CO',
        recordClass: 'registry_entity',
        officerCount: 0,
        match: { field: 'name', value: 'ASPEN ROOFING LLC', kind: 'prefix' },
      },
    ]);
    expect(meta).toMatchObject({
      total: null,
      totalCount: null,
      hasMore: false,
      live: true,
      state: 'CO',
      source: 'Colorado Secretary of State',
      searched: ['us_co_business_entities'],
    });
    expect(meta).not.toHaveProperty('unavailable');
    expect(before - (await service.creditsLeft())).toBe(1);
  });

  it('finds records whose ids resolve, though the portal has gone meanwhile', async () => {
    service = await startLive();
    putColorado(['1', 'ASPEN ROOFING LLC']);
    const [found] = (await search('name=aspen&state=CO')).data;
    service.portal.behave(host, { kind: 'fails', status: 500 });
    expect((await service.get(`/api/v1/entity/${found?.id}`)).status).toBe(200);
  });

  it('ranks bearers of the whole name first, then beginnings, then words in one name', async () => {
    service = await startLive();
    putColorado(['1', 'BIG ASPEN CO'], ['2', 'ASPEN TREE LLC'], ['3', 'Aspen, LLC'], ['4', 'GRASPENTER INC']);
    expect(await names('name=aspen&state=CO')).toEqual(['Aspen, LLC', 'ASPEN TREE LLC', 'BIG ASPEN CO']);
    expect(await names('name=Aspen+LLC&state=CO&exact=true')).toEqual(['Aspen, LLC']);
    const { data, meta } = await search('name=aspen&state=CO&limit=1');
    expect([data.map(({ name }) => name), meta.hasMore]).toEqual([['Aspen, LLC'], true]);
  });

  it('says that it is cut where the portal has more than it was asked for, and ends all the same', async () => {
    service = await startLive();
    putColorado(...Array.from({ length: 100 }, (_, n) => [String(n), `ASPEN ${n} LLC`] as const));
    const { data, meta } = await search('name=aspen+7+llc&state=CO');
    expect(data.map(({ name }) => name)).toEqual(['ASPEN 7 LLC']);
    expect(meta).toMatchObject({ hasMore: false, cut: true });
  });

  it('finds names that are written otherwise', async () => {
    service = await startLive();
    putColorado(['1', "O'BRIEN & SONS, INC."], ['2', '100% PURE LLC']);
    for (const name of ["O'Brien and Sons", 'o’brien %26 sons inc']) {
      expect(await names(`name=${name.replaceAll(' ', '+')}&state=CO`)).toEqual(["O'BRIEN & SONS, INC."]);
    }
    expect(await names('name=100%25+pure&state=CO')).toEqual(['100% PURE LLC']);
  });

  it('holds all filters against what the portal gave', async () => {
    service = await startLive();
    putColorado(['1', 'ASPEN ONE LLC'], ['2', 'ASPEN TWO LLC', { entitystatus: 'Voluntarily Dissolved' }]);
    expect(await names('name=aspen&state=CO&status=inactive')).toEqual(['ASPEN TWO LLC']);
    expect(await names('name=aspen&state=CO&type=corporation')).toEqual([]);
    expect(await names('name=aspen&state=CO&formed_after=2025-03-04')).toHaveLength(2);
    expect(await names('name=aspen&state=CO&formed_after=2025-03-05')).toEqual([]);
    expect(await names('name=aspen&state=CO&recordClass=license')).toEqual([]);
    expect(service.portal.requests).toHaveLength(1);
  });

  it('counts officers from the companion tables', async () => {
    service = await startLive();
    putRows(
      service,
      CT,
      [{ id: 'acc-1', accountnumber: '0000123', name: 'NUTMEG INC', status: 'Active' }],
      'master',
    );
    putRows(service, CT, [{ business_id: 'acc-1', name__c: 'ANA', designation: 'P' }], 'principals');
    for (const table of ['agents', 'filings', 'nameChanges']) putRows(service, CT, [], table);
    expect((await search('name=nutmeg&state=CT')).data).toMatchObject([
      { id: 'CT:0000123', officerCount: 1 },
    ]);
  });

  it('is a free 502 where the portal fails, and what it said before where that is kept', async () => {
    service = await startLive();
    putColorado(['1', 'ASPEN LLC']);
    await search('name=aspen&state=CO');
    service.clock.now += 2 * 3_600_000;
    service.portal.behave(host, { kind: 'fails', status: 500 });
    const { data, meta } = await search('name=aspen&state=CO');
    expect(data).toHaveLength(1);
    expect(meta).toMatchObject({ live: true, stale: true });
    const before = await service.creditsLeft();
    const { status, body } = await search('name=birch&state=CO');
    expect([status, body.error]).toMatchObject([502, { code: 'upstream_error' }]);
    expect(await service.creditsLeft()).toBe(before);
  });

  it('asks no portal for agents and officers, nor where the state is loaded', async () => {
    service = await startLive({ entities: { [NY]: [{ key: '1', name: 'HUDSON LLC' }] } });
    for (const query of ['agent=x&state=CO', 'name=x&officer=y&state=CO']) {
      expect((await search(query)).meta).toMatchObject({ totalCount: 0 });
    }
    expect((await search('name=hudson&state=NY')).meta).toMatchObject({
      totalCount: 1,
      source: 'New York Department of State',
    });
    expect(service.portal.requests).toEqual([]);
  });
});

describe('GET /api/v1/search over all states', () => {
  it('joins what is loaded and what the portals say, and names the states that did not answer', async () => {
    service = await startLive(
      { entities: { [NY]: [{ key: '1', name: 'ASPEN OF HUDSON LLC' }] } },
      { deadlineMs: 3_000 },
    );
    putColorado(['2', 'ASPEN LLC']);
    service.portal.behave(portalOf(CT).host, { kind: 'hangs' });
    const { data, meta } = await search('name=aspen');
    expect(data.map(({ id }) => id)).toEqual(['CO:2', 'NY:1']);
    expect(meta).toMatchObject({
      totalCount: null,
      unavailable: ['CT'],
      source: 'Colorado Secretary of State; New York Department of State',
    });
  });

  it('goes on from page to page: what is loaded and what was read live once each, and an end', async () => {
    const held = Array.from({ length: 7 }, (_, n) => ({ key: `${n}`, name: `ASPEN HELD ${n} LLC` }));
    service = await startLive({ entities: { [NY]: [{ key: '90', name: 'BIG ASPEN INC' }, ...held] } });
    putColorado(['1', 'ASPEN LLC'], ...['2', '3', '4'].map((id) => [id, `ASPEN LIVE ${id} LLC`] as const), [
      '5',
      'OLD ASPEN LLC',
    ]);
    for (const table of Object.keys(portalOf(CT).tables)) putRows(service, CT, [], table);
    for (const limit of [1, 3, 5, 50]) {
      const ids: string[] = [];
      for (let more = true; more; ) {
        const { data, meta } = await search(`name=aspen&limit=${limit}&offset=${ids.length}`);
        expect(meta).toMatchObject({ totalCount: null, live: true, offset: ids.length, limit });
        ids.push(...data.map(({ id }) => id));
        more = meta.hasMore === true;
        expect(more).toBe(ids.length < 13);
      }
      expect(ids[0]).toBe('CO:1');
      expect(ids.slice(8, 11)).toEqual(['CO:2', 'CO:3', 'CO:4']);
      expect(ids.slice(11)).toEqual(['NY:90', 'CO:5']);
      expect(new Set(ids).size).toBe(13);
    }
    expect((await search('name=aspen&offset=13')).data).toEqual([]);
    // One read of each portal for all pages.
    expect(service.portal.requests.filter((request) => request.host === host)).toHaveLength(1);
  });

  it('leaves out the portals that the account may not have asked any more in this minute', async () => {
    service = await startLive({}, { perMinute: 2 });
    putColorado(['2', 'ASPEN LLC']);
    for (const table of Object.keys(portalOf(CT).tables)) putRows(service, CT, [], table);
    putRows(service, NY, []);
    service.clock.now = Math.ceil(service.clock.now / 60_000) * 60_000;
    const { data, meta } = await search('name=aspen');
    expect(data.map(({ id }) => id)).toEqual(['CO:2']);
    expect(meta.unavailable).toEqual(['NY']);
  });

  it('answers from what is loaded where no portal does', async () => {
    service = await startLive({ entities: { [NY]: [{ key: '1', name: 'ASPEN LLC' }] } });
    for (const id of [CO, CT]) service.portal.behave(portalOf(id).host, { kind: 'fails', status: 500 });
    expect((await search('name=aspen')).meta).toMatchObject({ totalCount: 1, unavailable: ['CO', 'CT'] });
  });

  it('of ten portals, two of which hang, answers within five seconds with the other eight', async () => {
    const states = ['AZ', 'GA', 'ID', 'KS', 'ME', 'MN', 'NV', 'OH', 'UT', 'VT'];
    service = await startLive({}, { deadlineMs: 4_000, sources: states.map(inventedSource) });
    for (const state of states) {
      const rows = [{ number: '7', title: `ASPEN OF ${state}`, status: 'Active' }];
      service.portal.table(hostOf(state), 'aaaa-1111', { rows });
    }
    for (const state of ['KS', 'UT']) service.portal.behave(hostOf(state), { kind: 'hangs' });
    const waited = startWaitClock([process.pid]);
    const startedAt = performance.now();
    const { data, meta } = await search('name=aspen');
    const tookMs = performance.now() - startedAt - waited();
    expect(data.map(({ id }) => id)).toEqual(
      states.filter((state) => !['KS', 'UT'].includes(state)).map((state) => `${state}:7`),
    );
    expect(meta).toMatchObject({ unavailable: ['KS', 'UT'] });
    expect(tookMs).toBeLessThan(5_000);
  });
});

const hostOf = (state: string) => `data.${state.toLowerCase()}.example.gov`;

function inventedSource(state: string): EntitySource {
  return defineSource({
    id: `us_${state.toLowerCase()}_invented`,
    title: `Register of ${state}`,
    agency: { name: `Secretary of ${state}`, level: 'state', url: 'https://example.gov' },
    licence: 'public domain',
    every: 'day',
    fetch: { kind: 'manual', how: 'Nowhere.' },
    portal: {
      kind: 'socrata',
      host: hostOf(state),
      tables: { main: 'aaaa-1111' },
      key: ['number'],
      names: ['title'],
    },
    layout: 'unverified',
    recordClass: 'registry_entity',
    idScheme: 'portal',
    state,
    publishes: {},
    expect: { min: 1 },
    columns: ['number', 'title', 'status'],
    keys: {},
    record: (row) => ({
      key: row.need('number'),
      name: row.need('title'),
      status: row.take('status'),
      activity: undefined,
    }),
  });
}
