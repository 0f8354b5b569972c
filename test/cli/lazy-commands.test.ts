import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';

const context = {
  env: {},
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  now: () => 0,
  untilStopped: () => new Promise<void>(() => undefined),
};

/** The commands of which more than the name and the summary is there. */
async function loadedFor(...args: readonly string[]): Promise<readonly string[]> {
  const { commands } = await createProgram(context, args);
  return commands
    .filter(
      ({ commands, options, registeredArguments }) =>
        commands.length + registeredArguments.length > 0 ||
        options.some(({ long }) => long !== '--json' && long !== '--sample'),
    )
    .map((command) => command.name());
}

test.each([['--version'], ['--help'], ['-h'], ['help'], [''], ['ingets']])(
  'dossier %s loads no command',
  async (arg) => expect(await loadedFor(...arg.split(' ').filter((one) => one !== ''))).toEqual([]),
);

test.each([['ingest'], ['help ingest'], ['ingest --help'], ['ingest us_irs_eo_bmf --dry-run']])(
  'dossier %s loads that command alone',
  async (line) => expect(await loadedFor(...line.split(' '))).toEqual(['ingest']),
);

test('the help is the same whether commands are loaded or not', async () => {
  const all = await createProgram(context);
  const none = await createProgram(context, ['--help']);
  expect(none.helpInformation()).toBe(all.helpInformation());
  expect(none.helpInformation()).toMatch(/^ {2}backup +back up the databases/m);
});
