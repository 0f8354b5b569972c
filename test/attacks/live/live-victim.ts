import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { newAccountIn } from '../../faults/support.js';
import { type PortalServer, startPortal } from '../../support/portal/portal-server.js';
import { inheritedEnv, servingOf } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';
import { type Victim, victimOf } from '../support.js';

/** A service without data that reads the portals of the test. */
export interface LiveVictim extends Victim {
  readonly portal: PortalServer;
  /** Lines that it logged so far. */
  logged(): readonly string[];
}

export async function startLiveVictim(nodeArgs: readonly string[] = []): Promise<LiveVictim> {
  const { path } = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-live-')), 'data');
  await (await openStore(path, { schema: 'migrate' })).close();
  const { key } = await newAccountIn(path, 10_000, 1_000_000, Date.now(), 'data');
  const portal = await startPortal();
  const program = [resolve('test/attacks/live/live-child.mjs'), portal.origin(''), 'serve', '--json'];
  const live = { DOSSIER_LIVE: 'on', DOSSIER_LIVE_PER_MINUTE: '10000' };
  const child = spawn(process.execPath, [...nodeArgs, ...program], {
    env: { ...inheritedEnv(), DOSSIER_DATA: path, DOSSIER_PORT: '0', ...live },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const serving = await servingOf(child);
  const victim = victimOf(serving, key);
  return {
    ...victim,
    portal,
    logged: () => serving.stderr().split('\n').slice(0, -1),
    stop: async () => {
      const status = await victim.stop();
      await portal.close();
      return status;
    },
  };
}
