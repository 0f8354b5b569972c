import type { Sqlite } from '../../file/driver.js';

/** The parties that a run changes, noted with each change; of a run that changes very many none is noted. */
export class TouchedParties {
  readonly #note;
  readonly #run: number;

  constructor(catalog: Sqlite, run: number) {
    const isNoted = catalog.prepare('SELECT 1 FROM noted_parties WHERE run = ?').get(run) !== undefined;
    this.#note = isNoted ? catalog.prepare('INSERT OR IGNORE INTO touched_parties VALUES (?, ?)') : undefined;
    this.#run = run;
  }

  note(party: string): void {
    this.#note?.run(this.#run, party);
  }
}
