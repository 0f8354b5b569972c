import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { shellBlocks } from './support/run-blocks.js';

/** Documents for those who run or use the service. */
const DOCUMENTS = [
  'README.md',
  ...['operating.md', 'differences.md', 'install.md', 'cluster.md'].map((name) => join('docs', name)),
  ...readdirSync('docs/guides').map((name) => join('docs/guides', name)),
].flatMap((path) => {
  try {
    return [{ path, text: readFileSync(path, 'utf8') }];
  } catch {
    return [];
  }
});

let program: Command;
let paths: readonly RegExp[];
beforeAll(async () => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  program = await createProgram({
    env: {},
    stdout: nowhere,
    stderr: nowhere,
    now: () => 0,
    untilStopped: () => new Promise(() => undefined),
  });
  const documented = ['openapi.json'].flatMap((file) =>
    Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { paths: object }).paths),
  );
  paths = documented.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
});

it('each guide with commands is run by a test that names it', () => {
  const tests = ['test/guides', 'test/cli', 'test/mcp'].flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && name !== 'all.test.ts')
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const unrun = DOCUMENTS.filter(
    ({ path, text }) => path.startsWith('docs/guides') && shellBlocks(text).length > 0,
  )
    .map(({ path }) => path)
    .filter((path) => !tests.some((text) => text.includes(path)));
  expect(unrun).toEqual([]);
});

it('each command within a sentence is one that there is, with options that it takes', () => {
  const wrong = DOCUMENTS.flatMap(({ path, text }) =>
    commandsIn(text).flatMap((command) => {
      const fault = faultOf(command);
      return fault === undefined ? [] : [`${path}: \`${command}\`: ${fault}`];
    }),
  );
  expect(wrong).toEqual([]);
  expect(faultOf('dossier nothing')).toBe('there is no command nothing');
  expect(faultOf('dossier key create --colour red')).toBe('it takes no --colour');
});

it('each request within a sentence leads to an operation', () => {
  const wrong = DOCUMENTS.flatMap(({ path, text }) =>
    [...text.matchAll(/`(?:GET|POST|DELETE|HEAD) (\/api\/v1\/[^`?\s…]*)/g)]
      .map(([, request = '']) => request.replace(/\{\w+\}/g, 'x'))
      .filter((request) => !request.startsWith('/api/v1/admin') && !paths.some((one) => one.test(request)))
      .map((request) => `${path}: ${request}`),
  );
  expect(wrong).toEqual([]);
});

function commandsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`(?:[A-Z_]+=\S+ )*(?:\.\/)?(dossier [^`]*)`/g)].map(
    ([, command = '']) => command,
  );
}

/** The text of a fault; undefined for a command that can be given. */
function faultOf(text: string): string | undefined {
  const [, ...words] = text.split(/\s+/);
  let command: Command = program;
  for (const word of words) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    const [next, ...others] = word
      .split('|')
      .slice(0, 1)
      .flatMap((name) =>
        command.commands.filter((one) => one.name() === name || one.aliases().includes(name)),
      );
    if (next === undefined || others.length > 0) return `there is no command ${word}`;
    command = next;
  }
  const options = words
    .filter((word) => /^\[?--[a-z]/.test(word))
    .map((word) => word.replace(/[[\],.]|=.*/g, ''));
  const known = ['--help', '--version', ...command.options.flatMap(({ long }) => long ?? [])];
  const unknown = options.find((option) => !known.includes(option));
  return unknown === undefined ? undefined : `it takes no ${unknown}`;
}
