import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inheritedEnv } from '../../support/processes/process.js';

const MODULE = pathToFileURL(resolve('dist/src/serving/operating/command-beside.js')).href;

test.skipIf(process.platform === 'win32')(
  'a process that may open no more files says that a command cannot be started',
  () => {
    const script = `
    import { openSync } from 'node:fs';
    import { commandBeside } from ${JSON.stringify(MODULE)};
    try { for (;;) openSync('/dev/null'); } catch {}
    const command = commandBeside(['doctor'], process.env);
    console.log((await command.ended).failure);
    await command.stop();`;
    const node = [process.execPath, '--input-type=module', '-e', script];
    const { stdout, stderr, status } = spawnSync('sh', ['-c', 'ulimit -n 128; exec "$@"', 'sh', ...node], {
      env: inheritedEnv(),
      encoding: 'utf8',
    });
    expect({ stdout, stderr, status }).toEqual({
      stdout: expect.stringContaining('EMFILE'),
      stderr: '',
      status: 0,
    });
  },
);
