import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresState } from '../../../src/store/postgres/state/state.js';
import type { OpenState } from '../../../src/store/store.js';
import { hasPostgres, optionsFor } from '../../support/postgres/server.js';
import { openState } from '../../support/store.js';
import { databaseOf } from '../postgres/ledger-engine.js';

/** An engine that keeps the state. */
export interface StateEngine {
  readonly name: string;
  /** A place for a state; a folder. */
  newPlace(): string;
  /** `now`: the clock of leases and of ends of secrets, where the engine takes one. */
  open(place: string, now: () => number): Promise<OpenState>;
}

const newPlace = () => mkdtempSync(join(tmpdir(), 'dossier-state-'));

export const SQLITE: StateEngine = {
  name: 'SQLite',
  newPlace,
  open: async (place, now) => openState({ path: join(place, 'state.db'), schema: 'create', now }),
};

const POSTGRES: StateEngine = {
  name: 'PostgreSQL',
  newPlace,
  open: async (place) =>
    await openPostgresState({ postgres: await optionsFor(await databaseOf(place)), schema: 'current' }),
};

export const STATE_ENGINES: readonly StateEngine[] = hasPostgres ? [SQLITE, POSTGRES] : [SQLITE];
