import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Tests run the built program and the built client: what is older than a source is built first. */
export function setup(): void {
  run('scripts/ensure-built.mjs');
  const builtAt = existsSync(CLIENT) ? statSync(CLIENT).mtimeMs : 0;
  const sources = ['openapi.json', ...readdirSync(CLIENT_SOURCES).map((name) => join(CLIENT_SOURCES, name))];
  // The client's own compiler takes ten times as long: `npm run check` and the soak use that.
  if (sources.some((path) => statSync(path).mtimeMs > builtAt)) {
    run(
      'sdk/node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      '-o',
      join(CLIENT_SOURCES, 'schema.ts'),
    );
    run('node_modules/typescript/bin/tsc', '-p', 'sdk/tsconfig.json');
  }
}

function run(...command: readonly string[]): void {
  execFileSync(process.execPath, command, { stdio: 'inherit' });
}

const CLIENT_SOURCES = 'sdk/src';
const CLIENT = 'sdk/dist/index.js';
