import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateColorado } from './colorado.js';
import { generateSec } from './sec.js';

/** `npm run bench:generate -- --entities N --filings M --out DIR`: publishers' files with realistic skew. */
const { values } = parseArgs({
  options: {
    entities: { type: 'string', default: '1000000' },
    filings: { type: 'string', default: '5000000' },
    out: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('--out names the folder to write to.');
mkdirSync(values.out, { recursive: true });
await generateColorado(join(values.out, 'colorado.csv'), Number(values.entities));
generateSec(values.out, Number(values.filings));
process.stdout.write(`Wrote colorado.csv, submissions.zip and master.idx to ${values.out}\n`);
