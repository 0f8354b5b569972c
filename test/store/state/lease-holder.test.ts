import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LeaseHolder } from '../../../src/store/store.js';
import { openState } from '../../support/store.js';

test('a lease is renewed when its time has come, and after a clock that stepped back', async () => {
  let at = 1_000_000;
  let working = at;
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-state-')), 'state.db');
  const state = openState({ path, schema: 'create', now: () => at });
  const holder = (owner: string) =>
    new LeaseHolder({
      ...{ leases: state.leases, name: 'work', owner },
      ...{ leaseMs: 20_000, renewAfterMs: 2_000, now: () => working },
    });
  const end = async () => (await state.leases.find('work'))?.until;
  const [one, other] = [holder('one'), holder('other')];

  expect(await one.hold()).toMatchObject({ token: 1 });
  expect(await other.hold()).toBeUndefined();
  at += 1_000;
  working = at;
  await one.hold();
  expect(await end()).toBe(1_020_000);
  at += 2_000;
  working = at;
  await one.hold();
  expect(await end()).toBe(1_023_000);

  at += 5_000;
  working -= 3_600_000;
  expect(await one.hold()).toMatchObject({ token: 1 });
  expect(await end()).toBe(1_028_000);

  at += 30_000;
  working = at;
  expect(await other.hold()).toMatchObject({ token: 2 });
  expect(await one.hold()).toBeUndefined();
  await other.release();
  expect(await one.hold()).toMatchObject({ token: 3 });
  await state.close();
});
