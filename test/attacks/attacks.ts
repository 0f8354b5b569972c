import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finished, runDossier } from '../support/processes/process.js';

/** Loads the register with another name for one of its records: as long as that and six million letters. */
export async function loadLongName(
  folder: string,
  { source, csv, name }: { readonly source: string; readonly csv: string; readonly name: string },
): Promise<Finished> {
  const file = join(mkdtempSync(join(tmpdir(), 'dossier-long-name-')), 'register.csv');
  writeFileSync(file, csv.replace(name, `${name} ${'A'.repeat(6_000_000)}`));
  return await runDossier(['ingest', source, '--file', file, '--json'], { DOSSIER_DATA: folder });
}
