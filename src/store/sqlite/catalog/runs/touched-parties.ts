import { LOOKUP } from '../../../../domain/records/dataset.js';
import type { Sqlite } from '../../file/driver.js';

/** The parties whose links a run may affect, noted with each change; nothing is noted for a run that changes very many. */
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
