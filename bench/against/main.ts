import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root.js';
import { generate } from '../generate/generate.js';
import { programOf } from '../measuring/child.js';
import { withStolen } from '../measuring/stolen.js';
import { parseArguments } from './arguments.js';
import { checkOut } from './checkout.js';
import { measureParts } from './parts.js';
import { type Series, tableOf } from './ratios.js';

/** `npm run bench:against -- REV`: this checkout beside another revision, on the same data, in alternating turns. */
try {
  await main();
} catch (error) {
  process.stderr.write(`bench:against: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { revision, parts, entities, filings, turns, scratch } = parseArguments(process.argv.slice(2));
  const { commit, root } = checkOut(revision, scratch);
  const publishers = join(scratch, `publishers-${entities}-${filings}`);
  await generate(publishers, { entities, filings, seed: 1 });
  mkdirSync(scratch, { recursive: true });
  const folders = mkdtempSync(join(scratch, 'data-'));
  const pair = {
    before: { program: programOf(root), folder: join(folders, 'before') },
    now: { program: programOf(packageRoot()), folder: join(folders, 'now') },
  };
  const measured: Series[] = [];
  try {
    const { stolen } = await withStolen(() =>
      measureParts({ pair, publishers, entities, turns }, parts, (series) => {
        measured.push(series);
        process.stderr.write(`${series.name}: done\n`);
      }),
    );
    process.stdout.write(`${tableOf(commit, measured)}\n\n${remarkOf(entities, filings, turns, stolen)}\n`);
  } finally {
    rmSync(folders, { recursive: true, force: true });
  }
}

function remarkOf(entities: number, filings: number, turns: number, stolen: number): string {
  const data = `${entities.toLocaleString('en-US')} entities, ${filings.toLocaleString('en-US')} filings, ${turns} turns`;
  return `${data}; the host gave ${(stolen * 100).toFixed(1)} % of the processor time to others.`;
}
