/**
 * Plants one fault after the other into a copy of the compiled program and runs the simulation on it, until it fails. Prints the seed that
 * found each fault. Fails if one is not found. An argument selects the faults whose names contain it.
 *
 *     npm run test:faults [-- NAME]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from './faults.mjs';

const WITHIN_MS = 600_000;

const root = process.cwd();
const [selected = ''] = process.argv.slice(2);
spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' });

let missed = 0;
for (const fault of FAULTS.filter(({ name }) => name.includes(selected))) {
  const { isFound, seed, seconds } = await find(fault);
  missed += isFound ? 0 : 1;
  process.stdout.write(
    `${isFound ? 'found ' : 'MISSED'} ${seconds.toFixed(0).padStart(4)} s  ${fault.name}  ${seed}\n`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;

async function find({ name, test, file, from, to }) {
  const folder = mkdtempSync(join(root, '.planted-'));
  try {
    const dist = join(folder, 'dist');
    // Hard links: the file with the fault is the only one that is written.
    spawnSync('cp', ['-al', join(root, 'dist'), dist]);
    for (const name of ['package.json', 'node20']) symlinkSync(join(root, name), join(folder, name));
    const path = join(dist, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`);
    unlinkSync(path);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    return await run(test, name.includes('PostgreSQL') ? 'PostgreSQL' : 'SQLite', dist);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(test, engine, dist) {
  const began = performance.now();
  const args = ['node_modules/vitest/vitest.mjs', 'run', `test/simulation/${test}.test.ts`, '--bail', '1'];
  const env = { ...process.env, DOSSIER_TEST_DIST: dist, DOSSIER_TEST_EFFORT: '1000' };
  const child = spawn(
    process.execPath,
    [...args, `--testTimeout=${WITHIN_MS}`, '-t', `at any point.*${engine}`],
    { env },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const deadline = setTimeout(() => child.kill(), WITHIN_MS);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(deadline);
      const [seed] = /DOSSIER_TEST_SEED=\d+/.exec(output) ?? [''];
      if (seed === '') process.stdout.write(output);
      resolve({ isFound: code !== 0 && seed !== '', seed, seconds: (performance.now() - began) / 1_000 });
    });
  });
}
