/**
 * `dossier` whose publishers are all at the origin that the first argument names. With `node --expose-gc` garbage is collected
 * all the time.
 */
import { createProgram } from '../../../dist/src/cli/program.js';

const [origin, ...args] = process.argv.slice(2);
if (globalThis.gc) setInterval(globalThis.gc, 300).unref();

const context = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  untilStopped: () => new Promise((resolve) => process.once('SIGTERM', resolve)),
  originOf: (host) => origin + host,
};
const program = await createProgram(context, args);
await program.parseAsync(['node', 'dossier', ...args]);
