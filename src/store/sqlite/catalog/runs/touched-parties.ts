import type { PartyChanges } from '../../../store.js';
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

/** Undefined where the parties of a run since were not noted. */
export function partiesSince(catalog: Sqlite, version: number): readonly PartyChanges[] | undefined {
  const runs = catalog
    .prepare<[number], { run: number; source: string; noted: number }>(
      `SELECT run, source, EXISTS (SELECT 1 FROM noted_parties WHERE noted_parties.run = content_versions.run) AS noted
       FROM content_versions JOIN runs ON runs.id = run WHERE version > ? ORDER BY version`,
    )
    .all(version);
  if (runs.some(({ noted }) => noted === 0)) return undefined;
  const parties = catalog
    .prepare<[number], string>('SELECT party FROM touched_parties WHERE run = ?')
    .pluck();
  return runs.map(({ run, source }) => ({ source, parties: parties.all(run) }));
}
