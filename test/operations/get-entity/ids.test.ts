import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityData } from '../../../src/domain/entity.js';
import { bulkId, canonicalEntityId } from '../../../src/domain/ids.js';
import { toEntityRow } from '../../../src/ingest/map/entity-row.js';
import { entitySource, startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    entities: {
      us_fl_corporations: [{ key: 'P06000113830', name: 'PALM INVENTED INC' }],
      us_ak_corporations: [{ key: '72D', name: 'ALASKAN INVENTED LLC' }],
      us_ia_business_entities: [{ key: '123456', name: 'IOWAN INVENTED LLC' }],
      us_co_business_entities: [{ key: '20221555001', name: 'WILLOW INVENTED LLC' }],
      us_ny_nyc_acris_ucc: [{ key: '2015000249482', name: 'A DEBTOR' }],
      us_wa_webs_vendors: [
        { key: 'Pretend Technologies, Inc.; Folsom; CA', number: null, name: 'Pretend Technologies, Inc.' },
        { key: 'Acme', number: null, name: 'Acme' },
      ],
      us_tx_tdlr_licenses: [
        { key: 'A/C Technician:TACLA00001', number: 'TACLA00001', name: 'COOL INVENTED LLC' },
      ],
    },
  });
});
afterAll(() => service.close());

const lookUp = (id: string) => service.get<EntityData>(`/api/v1/entity/${id}`);

describe('ids', () => {
  it.each([
    ['FL', 'us_fl_corporations', 'P06000113830'],
    ['AK', 'us_ak_corporations', '72D'],
    ['IA', 'us_ia_business_entities', '123456'],
  ])('%s:<number> leads to the record of a register held in bulk', async (state, source, number) => {
    for (const id of [`${state}:${number}`, `${state.toLowerCase()}:${number}`]) {
      const { status, data } = await lookUp(id);
      expect([status, data.id, data.stateEntityId]).toEqual([200, bulkId(source, number), number]);
    }
  });

  it('a number of another list of the state is not taken for one of its register', async () => {
    expect((await lookUp('NY:2015000249482')).status).toBe(404);
    expect((await lookUp('FL:P0600011383')).status).toBe(404);
  });

  it('every id that a search returns stands in a path as it is', async () => {
    const { data } = await service.get<{ id: string; name: string }[]>(
      '/api/v1/search?name=invented&limit=50',
    );
    const more = await service.get<{ id: string; name: string }[]>('/api/v1/search?name=pretend&limit=50');
    expect([...data, ...more.data]).toHaveLength(6);
    for (const { id, name } of [...data, ...more.data]) {
      expect(encodeURIComponent(id).replaceAll('%3A', ':')).toBe(id);
      expect((await lookUp(id)).data.name).toBe(name);
    }
  });

  it('what was an id before, percent-encoded, leads to the same record', async () => {
    const { data } = await lookUp(
      `WA:vendors:${encodeURIComponent('Pretend Technologies, Inc.; Folsom; CA')}`,
    );
    expect(data.id).toBe(bulkId('us_wa_webs_vendors', 'Pretend Technologies, Inc.; Folsom; CA'));
    expect((await lookUp('TX:licenses:A%2FC%20Technician:TACLA00001')).data.stateEntityId).toBe('TACLA00001');
  });

  it('no number is shown that nobody assigned', async () => {
    const { data, meta } = await lookUp('WA:vendors:Acme');
    expect(data).not.toHaveProperty('stateEntityId');
    expect(meta.absent).toMatchObject({ stateEntityId: 'not_published_by_source' });
  });

  it('any key of a publisher makes an id that is its own canonical spelling and needs no encoding', () => {
    const key = fc.oneof(
      fc.string({ minLength: 1, maxLength: 300 }).filter((text) => text.trim() !== ''),
      fc.stringMatching(/^[A-Za-z0-9._~:*-]{1,40}$/),
    );
    fc.assert(
      fc.property(key, (text) => {
        const { id } = toEntityRow(entitySource('us_wa_webs_vendors'), { key: text, name: 'A' });
        expect(canonicalEntityId(id)).toBe(id);
        expect(id).toMatch(/^[A-Za-z0-9._~:*-]+$/);
      }),
    );
  });
});

it('a foreign body has no formation of its own where the register knows only when it came', async () => {
  const draft = { key: 'F1', name: 'DELAWARE INVENTED INC', registeredInStateDate: '2011-03-11' };
  const { document, absent, facets } = toEntityRow(entitySource('us_fl_corporations'), draft);
  expect(JSON.parse(document)).toMatchObject({ registeredInStateDate: '2011-03-11' });
  expect(JSON.parse(document)).not.toHaveProperty('formedDate');
  expect(JSON.parse(absent)).toMatchObject({ formedDate: 'not_published_by_source' });
  expect(JSON.parse(facets)).toMatchObject({ formedDate: null });
  const blank = toEntityRow(entitySource('us_fl_corporations'), { key: 'P1', name: 'BLANK INC' });
  expect(JSON.parse(blank.absent)).toMatchObject({ formedDate: 'blank_at_source' });
});
