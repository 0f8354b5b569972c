import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Before `npm pack`: writes npm-shrinkwrap.json, the part of package-lock.json that an installation of the tarball needs, so that it installs
 * the libraries that were tested, each verified by its hash. After it, with `--remove`: removes the file.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'npm-shrinkwrap.json');

if (process.argv[2] === '--remove') rmSync(file, { force: true });
else {
  const { packages, ...lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { devDependencies: _, workspaces: __, ...program } = packages[''];
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  // Lockfiles do not say that this package needs no node-gyp: npm would run it, and omit the optional package if it fails.
  for (const [path, entry] of installed) if (path.endsWith('/better-sqlite3')) entry.gypfile = false;
  const shrinkwrap = { ...lock, packages: { '': program, ...Object.fromEntries(installed) } };
  writeFileSync(file, `${JSON.stringify(shrinkwrap, null, 2)}\n`);
}
