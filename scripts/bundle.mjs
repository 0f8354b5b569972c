import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Joins the compiled modules of the program and of its threads to a few dozen files in `dist/program`: half of a start
 * was spent on finding and opening 1,500 small ones, of which 680 are those of typebox.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiled = join(root, 'dist/src');
const program = join(root, 'dist/program');

/** The files that a process or a thread starts with. */
const ENTRIES = [
  'main.js',
  'export/thread.js',
  'loading/threads/entity-index-thread.js',
  'loading/threads/mapping-thread.js',
  'serving/workers/send-socket.js',
  'publishing/build/renew-thread.js',
  'serving/threads/follow.js',
  'serving/threads/http.js',
  'serving/threads/index.js',
  'serving/threads/webhooks.js',
  'store/postgres/serving/ledger-thread.js',
  'store/sqlite/serving/exact-thread.js',
  'store/sqlite/serving/reads-thread.js',
];

/** All that decides what a record of a row is. */
const MAPPING = ['collections', 'contract', 'domain', 'ingest', 'sources'];

rmSync(program, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((path) => [path.replace(/\.js$/, ''), join(compiled, path)])),
  external: (id) => /^[^./]/.test(id) && !/^typebox(\/|$)/.test(id),
  platform: 'node',
});
await bundle.write({
  dir: program,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Errors cross threads by the names of their classes.
  keepNames: true,
  sourcemap: true,
  // Sources stay in memory, once for each thread: without blanks and comments they are half as long.
  minify: { mangle: false, compress: false, codegen: true },
});
await bundle.close();
writeFileSync(join(program, 'mapping-version'), mappingVersion());

/** A hash of the code that maps rows to records. */
function mappingVersion() {
  const hash = createHash('sha1');
  for (const folder of MAPPING) {
    const names = readdirSync(join(compiled, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.js')).sort()) {
      hash.update(`\0${folder}/${name}\0`).update(readFileSync(join(compiled, folder, name)));
    }
  }
  return hash.digest('hex');
}
