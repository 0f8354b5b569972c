import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { loadFiles } from '../../support/load-files.js';
import { startService, type TestService } from '../../support/service.js';

const line = (state: string, number: number, name = `SOCIETY ${number}`) =>
  `${state === 'DC' ? '53' : '99'}${String(number).padStart(7, '0')},${name},1 OAK ST,TOWN,${state},20001,0000,03,`;
const file = (...lines: readonly string[]) =>
  ['EIN,NAME,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,SORT_NAME', ...lines, ''].join('\n');
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const state = (code: string, from: number, to: number) =>
  numbers(from, to).map((number) => line(code, number));

let service: TestService;
/** What each load said: marked gone, taken as complete, warnings. */
const loads: { gone: number; complete: boolean; warnings: readonly string[] }[] = [];

beforeAll(async () => {
  service = await startService({
    load: async (store, { path }) => {
      const load = async (name: string, text: string) => {
        const options = { source: usIrsEoBmf, catalog: store.catalog, folder: path, mapping: 'one' };
        const { gone, complete, warnings } = await loadFiles(options, { [name]: text });
        loads.push({ gone, complete, warnings: warnings.map(({ code }) => code) });
      };
      await load('eo_hi_2020-01-06.csv', file(...state('HI', 1, 20)));
      await load('eo_dc_2020-03.csv', file(...state('DC', 1, 20)));
      await load('eo_dc_2021-02-08.csv', file(...state('DC', 2, 20), line('DC', 21), line('HI', 3)));
      // Not a fifth of the state: an extract that somebody made by hand.
      await load('eo_hi_2021-02-08.csv', file(...state('HI', 1, 5)));
    },
  });
});
afterAll(() => service.close());

const shown = async (ein: string) => {
  const [found] = await service.app.store.catalog.entities.getByNumber([await numberOf(ein)]);
  return await service.get<{ status: string }>(`/api/v1/entity/${found?.id}`);
};
async function numberOf(ein: string): Promise<number> {
  for (let number = 0; number < 45; number += 1) {
    const [entity] = await service.app.store.catalog.entities.getByNumber([number]);
    if (entity?.document.includes(`${ein.slice(0, 2)}-${ein.slice(2)}`)) return number;
  }
  throw new Error(`No record has ${ein}.`);
}

describe('a state’s file of the Business Master File', () => {
  it('marks gone what it lacks of its own state, unless it lacks more than a fifth', () => {
    expect(loads).toEqual([
      { gone: 0, complete: true, warnings: [] },
      { gone: 0, complete: true, warnings: [] },
      { gone: 1, complete: true, warnings: ['not_complete'] },
      { gone: 0, complete: false, warnings: ['not_complete'] },
    ]);
  });

  it('takes the status from a body that left the list, and gives the day of the edition', async () => {
    const { data, meta } = await shown('530000001');
    expect(data.status).toBe('No longer listed');
    expect(meta).toMatchObject({ goneSince: expect.any(String), asOf: '2021-02-08' });
    const { data: evidence } = await service.get(`/api/v1/entity/${(data as { id?: string }).id}/evidence`);
    expect(evidence).toMatchObject({ record: { status: 'No longer listed' } });
    const at = new Date().toISOString();
    const { data: history } = await service.get(
      `/api/v1/entity/${(data as { id?: string }).id}/history?at=${at}`,
    );
    expect(history).toMatchObject({ outcome: 'gone', record: { status: 'No longer listed' } });
    const { data: found } = await service.get('/api/v1/search?name=society+1&state=DC&exact=true');
    expect(found).toEqual([]);
  });

  it('leaves those of other states and of the next edition active, as of the edition that changed them', async () => {
    for (const [ein, asOf] of [
      ['990000001', '2020-01-06'],
      ['990000020', '2020-01-06'],
      ['530000002', '2020-03-01'],
      ['530000021', '2021-02-08'],
    ] as const) {
      const { data, meta } = await shown(ein);
      expect([ein, data.status, meta.asOf, meta.goneSince]).toEqual([ein, 'Active', asOf, undefined]);
    }
  });

  it('tells the feed', async () => {
    const { data } = await service.get<{ kind: string; state: string }[]>('/api/v1/changes?kind=gone');
    expect(data.map(({ kind, state: of }) => [kind, of])).toEqual([['gone', 'DC']]);
  });
});
