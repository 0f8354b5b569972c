import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root.js';

export interface Checkout {
  /** The first twelve digits of the commit. */
  readonly commit: string;
  readonly root: string;
}

/**
 * Writes a revision to a folder in `scratch` and builds it there; a revision that was built before is used again. Its libraries are
 * those of this checkout if both lockfiles are equal, else they are installed.
 */
export function checkOut(revision: string, scratch: string): Checkout {
  const commit = commitOf(revision).slice(0, 12);
  const root = join(scratch, commit);
  const built = join(root, '.built');
  if (existsSync(built) && !hasOtherLibraries(root)) return { commit, root };
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const archive = execFileSync('git', ['-C', packageRoot(), 'archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  if (lockfileIn(root) === lockfileIn(packageRoot())) {
    // The second is that of the SQLite module on Node 20.
    for (const libraries of ['node_modules', 'node20/node_modules']) {
      const ours = join(packageRoot(), libraries);
      if (existsSync(ours) && existsSync(dirname(join(root, libraries))))
        symlinkSync(ours, join(root, libraries));
    }
    npm(root, 'run', 'build');
  } else {
    // Builds it, too: `prepare`.
    npm(root, 'ci', '--no-audit', '--no-fund', '--prefer-offline');
  }
  writeFileSync(built, '');
  return { commit, root };
}

/** Whether it was built with the libraries of this checkout, which are others by now. */
function hasOtherLibraries(root: string): boolean {
  const isShared = lstatSync(join(root, 'node_modules')).isSymbolicLink();
  return isShared && lockfileIn(root) !== lockfileIn(packageRoot());
}

function commitOf(revision: string): string {
  try {
    return execFileSync('git', ['-C', packageRoot(), 'rev-parse', '--verify', `${revision}^{commit}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    throw new Error(`"${revision}" is not a revision of this repository.`);
  }
}

function lockfileIn(root: string): string {
  return readFileSync(join(root, 'package-lock.json'), 'utf8');
}

/** Variables of the npm that started this bench would make the other one work in this checkout. */
function npm(root: string, ...args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)),
  );
  execFileSync('npm', args, { cwd: root, env, stdio: ['ignore', 2, 2] });
}
