import { LedgerNotEmptyError } from '../../ledger-rules/ledger-rows.js';
import { STATE_TABLES, type StateRows, stateTables } from '../../ledger-rules/state-rows.js';
import { countOn, insertRows, readRows } from '../connection/copied-rows.js';
import type { Queries } from '../connection/pool.js';

/** Text keys are ordered by byte. */
const TEXTS = ['id', 'secret'];
const NUMBERED = ['state.watches.number', 'state.deliveries.number'];

/** Reads the state's rows within a read transaction. */
export function stateRows(queries: Queries): StateRows {
  return {
    read: (table) => {
      const { columns, key } = STATE_TABLES[table];
      const order = key.split(' ').map((name) => (TEXTS.includes(name) ? `${name} COLLATE "C"` : name));
      return readRows(queries, `state.${table}`, columns.replaceAll(' ', ', '), order.join(', '));
    },
  };
}

/** Writes a whole state. Rejects with `LedgerNotEmptyError` if there is one. */
export async function writeStateRows(queries: Queries, from: StateRows): Promise<void> {
  await queries.change('LOCK TABLE state.exports, state.watches IN EXCLUSIVE MODE');
  for (const table of ['exports', 'watches']) {
    const [some] = await queries.rows(`SELECT 1 AS some FROM state.${table} LIMIT 1`);
    if (some) throw new LedgerNotEmptyError(`The state in PostgreSQL holds ${table} already.`);
  }
  for (const table of stateTables()) {
    const columns = STATE_TABLES[table].columns.replaceAll(' ', ', ');
    await insertRows(queries, `state.${table}`, columns, from.read(table));
  }
  await countOn(queries, NUMBERED);
}
