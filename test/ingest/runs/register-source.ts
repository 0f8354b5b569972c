import { defineSource, type EntitySource, type Expectation } from '../../../src/sources/declare/index.js';

/** What every register that tests invent declares alike. */
export const INVENTED = {
  title: 'An invented register',
  agency: { name: 'An invented agency', level: 'state', url: 'https://example.org' },
  recordClass: 'registry_entity',
  idScheme: 'portal',
  state: 'CO',
  licence: 'public domain',
  every: 'day',
  fetch: { kind: 'manual', how: 'by hand' },
  layout: 'unverified',
  publishes: {},
} as const;

export function register(expect: Expectation = { min: 3 }): EntitySource {
  return defineSource({
    ...INVENTED,
    id: 'us_co_register',
    expect,
    columns: ['id', 'name', 'formed'],
    keys: {},
    record: (row) => ({ key: row.need('id'), name: row.need('name'), formedDate: row.take('formed') }),
  });
}
