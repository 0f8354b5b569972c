import type { OpenLedger } from './fixtures.js';

/** An engine that keeps the ledger, as the suites of the ledger use it. */
export interface LedgerEngine {
  readonly name: string;
  /** Opens the ledger that lives in a folder, and makes it the first time. A closed one can be opened again. */
  open(folder: string): Promise<OpenLedger>;
  /** Runs SQL on its rows, past the ledger; rejects if the database itself refuses it. */
  write(folder: string, sql: string): Promise<void>;
  /** As `write`, on a database that refuses nothing from then on. */
  tamper(folder: string, sql: string): Promise<void>;
  /** In order. Names without a schema are the ledger's. */
  rows(folder: string, sql: string): Promise<readonly unknown[]>;
  countRows(folder: string, table: string): Promise<number>;
  /** For a process of its own, which is killed: a module that exports `openLedger`, and what to call that with. */
  readonly module: string;
  optionsIn(folder: string): object;
  /** Changes of rows that are not the same in each. */
  readonly sql: {
    readonly raiseCounter: string;
    readonly dropCounter: string;
    readonly lowerCounterBelowZero: string;
    readonly forgetRollUp: string;
    /** 150,000 accounts that nobody has used. */
    readonly addManyAccounts: string;
  };
}
