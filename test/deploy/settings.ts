import { expect } from 'vitest';
import { checkPublishers, toConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/settings.js';

/** Settings that a file gives to the service are settings of this version. Files of secrets are not read. */
export async function expectSettings(given: Readonly<Record<string, string>>): Promise<void> {
  const own = Object.entries(given).filter(([name]) => name.startsWith('DOSSIER_'));
  const { others } = readEnv(Object.fromEntries(own));
  expect(toConfig(readEnv(Object.fromEntries(own))).dataFolder).toBeTruthy();
  await checkPublishers(others);
}
