import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readEnv, toConfig } from '../src/config.js';

describe('settings', () => {
  it('has defaults that need nothing set', () => {
    const config = toConfig(readEnv({}));
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataFolder: resolve('data'),
      logLevel: 'warn',
      contact: null,
    });
  });

  it('refuses an unknown DOSSIER_ variable by name and leaves others alone', () => {
    expect(() => readEnv({ DOSSIER_PROT: '1' })).toThrow(
      /^DOSSIER_PROT is not a setting; there are DOSSIER_HOST/,
    );
    expect(() => readEnv({ PATH: '/bin' })).not.toThrow();
  });

  it.each([
    ['DOSSIER_PORT', '65536'],
    ['DOSSIER_PORT', '80a'],
    ['DOSSIER_LOG_LEVEL', 'loud'],
    ['DOSSIER_CONTACT', 'nobody'],
  ])('refuses %s=%s in one sentence', (name, value) => {
    const start = () => toConfig(readEnv({ [name]: value }));
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`^${name} must be [^\n]+\\.$`));
  });
});
