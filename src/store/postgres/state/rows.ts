import { LedgerNotEmptyError } from '../../ledger-rules/ledger-rows.js';
import {
  FILLED_TABLES,
  rowsAtOnce,
  STATE_TABLES,
  type StateRows,
  stateTables,
} from '../../ledger-rules/state-rows.js';
import { countOn, insertRows, readRows } from '../connection/copied-rows.js';
import type { Queries } from '../connection/pool.js';

/** Text keys are ordered by byte. */
const TEXTS = ['id', 'secret', 'list', 'entity'];
const NUMBERED = ['state.watches.number', 'state.deliveries.number'];

/** Reads the state's rows within a read transaction. */
export function stateRows(queries: Queries): StateRows {
  return {
    read: (table) => {
      const { columns, key, bytes } = STATE_TABLES[table];
      const read = columns
        .split(' ')
        .map((name) => (name === bytes ? `'\\x' || encode(${name}, 'hex') AS ${name}` : name));
      const order = key.split(' ').map((name) => (TEXTS.includes(name) ? `${name} COLLATE "C"` : name));
      const parts = { columns: read.join(', '), order: order.join(', '), max: rowsAtOnce(table) };
      return readRows(queries, `state.${table}`, parts);
    },
  };
}

/** Writes a whole state. Rejects with `LedgerNotEmptyError` if there is one. */
export async function writeStateRows(queries: Queries, from: StateRows): Promise<void> {
  await queries.change('LOCK TABLE state.exports, state.watches, state.match_lists IN EXCLUSIVE MODE');
  for (const table of FILLED_TABLES) {
    const [some] = await queries.rows(`SELECT 1 AS some FROM state.${table} LIMIT 1`);
    if (some) throw new LedgerNotEmptyError(`The state in PostgreSQL already contains ${table}.`);
  }
  for (const table of stateTables()) {
    const columns = STATE_TABLES[table].columns.replaceAll(' ', ', ');
    await insertRows(queries, `state.${table}`, columns, from.read(table));
  }
  await countOn(queries, NUMBERED);
}
