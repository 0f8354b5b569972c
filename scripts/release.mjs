import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Packs the program and its bill of materials into `release`, with their SHA-256 sums and an OpenSSH signature of those.
 *
 *     npm run release -- --key ~/.ssh/id_ed25519
 */
const { values } = parseArgs({ options: { key: { type: 'string' } } });
if (values.key === undefined) {
  process.stderr.write(
    'release: Name the private key that signs: npm run release -- --key ~/.ssh/id_ed25519\n',
  );
  process.exit(2);
}
const folder = 'release';
const run = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
writeFileSync(join(folder, 'sbom.cdx.json'), run('npm', 'run', '--silent', 'sbom'));
const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
const path = join(folder, 'SHA256SUMS');
writeFileSync(path, sums.join(''));
run('ssh-keygen', '-q', '-Y', 'sign', '-n', 'file', '-f', values.key, path);
process.stdout.write(`${sums.join('')}Signed: ${path}.sig\n`);
