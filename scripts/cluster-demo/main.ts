import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgresPrograms } from '../postgres-cluster.js';
import { Demo } from './demo.js';

/** `npm run demo:cluster`: a whole cluster on this machine, each part of it killed in turn, and the books at the end. */
const { values } = parseArgs({
  options: { 'postgres-bin': { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const programs = values['postgres-bin'] ?? findPostgresPrograms();
if (programs === undefined) {
  process.stderr.write(
    'PostgreSQL 15 or later was not found. Install it (Debian: apt-get install postgresql; macOS: brew install postgresql@17), ' +
      'or name its programs: npm run demo:cluster -- --postgres-bin FOLDER\n',
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'dossier-demo-'));
// The servers of PostgreSQL run as another user where this is root.
chmodSync(folder, 0o755);
mkdirSync(join(folder, 'bucket'));
const demo = new Demo(folder, programs, (line) => process.stdout.write(`${line}\n`));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    demo.drop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });

let isKept = values.keep;
try {
  const wrong = await demo.run();
  if (wrong.length > 0) {
    process.stdout.write('The books do NOT add up.\n');
    process.exitCode = 1;
    isKept = true;
  } else process.stdout.write('The books add up.\n');
} catch (error) {
  process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  isKept = true;
} finally {
  demo.drop();
  if (isKept) process.stdout.write(`Logs and data: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
}
