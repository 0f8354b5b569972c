import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generateColorado } from './files/colorado.js';
import { generateSec } from './files/sec.js';
import { type Generated, readGenerated, writeGenerated } from './generated.js';
import { progressOf } from './writers/progress.js';

/** Writes publishers' files; a folder that holds what is asked for is left as it is. */
export async function generate(folder: string, request: Generated): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (JSON.stringify(readGenerated(folder)) === JSON.stringify(request)) {
    process.stdout.write(`${folder} holds these files already.\n`);
    return;
  }
  const { entities, filings, seed } = request;
  await generateColorado(join(folder, 'colorado.csv'), entities, seed, progressOf('colorado.csv'));
  generateSec(folder, filings, seed, progressOf('submissions.zip, master.idx'));
  writeGenerated(folder, request);
  for (const name of ['colorado.csv', 'submissions.zip', 'master.idx']) {
    const megabytes = (statSync(join(folder, name)).size / 1e6).toFixed(0);
    process.stdout.write(`${join(folder, name)}  ${megabytes} MB\n`);
  }
}
