import { LOOKUP } from '../../../../domain/records/dataset.js';
import type { Sqlite } from '../../file/driver.js';

/** The parties to be linked that a run changes, noted with each change; of a run that changes very many none is noted. */
export class TouchedParties {
  readonly #note;
  readonly #run: number;

  constructor(catalog: Sqlite, run: number) {
    const isNoted = catalog.prepare('SELECT 1 FROM noted_parties WHERE run = ?').get(run) !== undefined;
    this.#note = isNoted ? catalog.prepare('INSERT OR IGNORE INTO touched_parties VALUES (?, ?)') : undefined;
    this.#run = run;
  }

  note(party: string): void {
    if (!party.startsWith(LOOKUP)) this.#note?.run(this.#run, party);
  }
}
