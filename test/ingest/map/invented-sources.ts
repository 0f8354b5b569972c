import { defineGroupedSource, defineSource, type EntitySource } from '../../../src/sources/declare/index.js';
import { INVENTED } from '../runs/register-source.js';

/** A status `?` is a word the source does not know; `!` is a fault of its code. A note is read of closed ones alone. */
export function register(): EntitySource {
  return defineSource({
    ...INVENTED,
    id: 'us_co_register',
    expect: { min: 3, filled: { formedDate: 0.3 } },
    columns: ['id', 'name', 'status', 'formed'],
    keys: {},
    optional: ['note'],
    record: (row) => {
      const status = row.take('status');
      const key = row.need('id');
      if (status === '?') row.unknown('status', status);
      if (status === '!') throw new TypeError(`${key} cannot be mapped.`);
      if (status === 'left out') return undefined;
      const others = status === 'closed' ? row.take('note') : undefined;
      return {
        key,
        name: row.need('name'),
        status,
        activity: undefined,
        formedDate: status === 'no date' ? undefined : row.take('formed'),
        ...(others !== undefined && { otherNames: [{ name: others, kind: 'former' }] }),
        ...(status === 'linked' && { linkKeys: [{ scheme: 'ein', value: '123456789' }] }),
      };
    },
  });
}

/** Records of rows of two tables. */
export function houses(): EntitySource {
  return defineGroupedSource({
    ...INVENTED,
    id: 'us_co_houses',
    title: 'Invented houses',
    expect: { min: 3 },
    main: 'house',
    tables: {
      house: { format: { kind: 'portal' }, columns: ['house', 'street'], keys: {}, groupBy: 'house' },
      guest: {
        format: { kind: 'portal' },
        columns: ['house', 'guest'],
        keys: {},
        groupBy: 'house',
        companion: true,
      },
    },
    record: (group) => ({
      key: group.key,
      name: group.one('house')?.need('street') ?? '',
      officers: group.all('guest').map((row) => ({ name: row.need('guest'), title: null })),
    }),
  });
}
