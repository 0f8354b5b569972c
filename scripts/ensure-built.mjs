import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles where a source is newer than the last build; a start with nothing to do costs no compiler. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist/program/mapping-version');
const sources = ['src', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, String(name))),
);
const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
if ([...sources, join(root, 'package.json')].some((path) => statSync(path).mtimeMs > builtAt)) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
}
