import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * npm runs this at the end of an installation. Node 22.14 and later use the binaries inside the package better-sqlite3 13, so nothing is
 * left to do. Older versions of Node use better-sqlite3 12, which is compiled here: `node20` has its hash, and nothing is downloaded but
 * what npm verifies.
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), '../node20');
const compiled = join(folder, 'node_modules/better-sqlite3');

if (Number(process.versions.napi) < 10 && !isCompiled()) {
  const { npm_execpath: npm, npm_config_node_gyp: nodeGyp } = process.env;
  if (npm === undefined || nodeGyp === undefined) {
    process.stderr.write('dossier: Run this script with npm: npm run install\n');
    process.exit(1);
  }
  // Those of a global installation would send the module to where the program is installed.
  const { npm_config_global: _, npm_config_prefix: __, npm_config_local_prefix: ___, ...env } = process.env;
  run(folder, env, npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  try {
    run(compiled, env, nodeGyp, 'rebuild', '--release', '--loglevel=error');
  } catch {
    process.stderr.write(
      `dossier: The SQLite module cannot be compiled for Node ${process.versions.node}. Install Python 3, make and a C++ compiler, ` +
        'or use Node 22.14 or newer, then install again.\n',
    );
    process.exit(1);
  }
}

function run(cwd, env, ...command) {
  execFileSync(process.execPath, command, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Whether the version that is wanted was compiled before. */
function isCompiled() {
  const binary = join(compiled, 'build/Release/better_sqlite3.node');
  if (!existsSync(binary)) return false;
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const { dependencies } = read(join(folder, 'package.json'));
  return read(join(compiled, 'package.json')).version === dependencies['better-sqlite3'];
}
