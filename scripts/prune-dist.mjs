import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Deletes compiled modules whose source is gone: `tsc` leaves them, and an import of one would still work. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
for (const folder of ['src', 'scripts', 'bench']) {
  const compiled = join(root, 'dist', folder);
  if (!existsSync(compiled)) continue;
  for (const name of readdirSync(compiled, { recursive: true, encoding: 'utf8' })) {
    const source = join(root, folder, name.replace(/\.js(\.map)?$/, '.ts'));
    if (/\.js(\.map)?$/.test(name) && !existsSync(source) && !existsSync(`${source}x`)) {
      rmSync(join(compiled, name));
    }
  }
}
