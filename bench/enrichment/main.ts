import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshIndex } from '../loading/fresh-index.js';
import { type Figure, Said } from '../measuring/figures.js';
import { benchKey } from '../measuring/loaded.js';
import { includeFigures } from './include.js';
import { type Asked, fill } from './steps.js';

/**
 * `npm run bench:enrichment -- [--entities N] [--bmf N] [--sam N] [--seed S] [--loaded DIR] [--json FILE]`: linking
 * the rows of two federal files to Colorado's entities, then `include=all` over HTTP on entities that were linked.
 *
 * --loaded  the data folder to fill, kept afterwards; steps that were done there are not done again
 */
const { values } = parseArgs({
  options: {
    entities: { type: 'string', default: '20000' },
    bmf: { type: 'string', default: '6000' },
    sam: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
    loaded: { type: 'string' },
    json: { type: 'string' },
  },
});
const request: Asked = {
  entities: wholeNumber('entities', values.entities),
  bmf: wholeNumber('bmf', values.bmf),
  sam: wholeNumber('sam', values.sam),
  seed: wholeNumber('seed', values.seed),
};
const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
try {
  await bench(values.loaded ?? join(scratch, 'loaded'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function bench(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const said = new Said(values.json);
  const say = (figure: Figure) => {
    said.say(figure);
    said.keep({ ...request, filings: 0 });
  };
  await fill(folder, request, say);
  await freshIndex(folder);
  await includeFigures(folder, await benchKey(folder), say);
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= 50_000_000) return number;
  throw new Error(`--${option} must be a whole number from 1 to 50,000,000; it is ${text}.`);
}
