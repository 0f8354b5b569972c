import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  checkPublishers,
  publisherSetting,
  readEnv,
  SETTINGS,
  toConfig,
} from '../src/config.js';
import { fingerprint, server, token } from '../src/sources/declare/setting.js';
import { PUBLISHER_SETTINGS } from '../src/sources/settings.js';
import { FLORIDA_LOGIN } from '../src/sources/us/fl/sftp-login.js';

describe('settings', () => {
  it('has defaults that need nothing set', () => {
    const config = toConfig(readEnv({}));
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      relatedMost: 100,
      changesDays: 400,
      exportDays: 7,
      webhooks: { allowed: [], watchesMost: 100 },
      web: { access: 'open', localOnly: true },
      workers: 1,
      dataFolder: resolve('data'),
      logLevel: 'warn',
      apiKey: null,
      trustProxy: [],
      corsOrigins: [],
      contact: null,
      live: { on: false, perMinute: 120 },
      socrataToken: null,
      publishers: {},
    });
  });

  it('reads the login of Florida’s server, and never repeats its password', async () => {
    const env = {
      DOSSIER_FL_SFTP_HOST: 'sftp.example.org:2022',
      DOSSIER_FL_SFTP_USER: 'reader',
      DOSSIER_FL_SFTP_PASSWORD: 'open-sesame!',
      DOSSIER_FL_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
    };
    const config = toConfig(readEnv(env));
    expect(publisherSetting(config, FLORIDA_LOGIN.server)).toEqual({ host: 'sftp.example.org', port: 2022 });
    expect(publisherSetting(config, FLORIDA_LOGIN.user)).toBe('reader');
    expect(publisherSetting(config, FLORIDA_LOGIN.password)).toBe('open-sesame!');
    expect(publisherSetting(config, FLORIDA_LOGIN.hostKey)).toBe(env.DOSSIER_FL_SFTP_HOST_KEY);
    const none = toConfig(readEnv({}));
    expect(publisherSetting(none, FLORIDA_LOGIN.server)).toEqual({ host: 'sftp.floridados.gov', port: 22 });
    expect(publisherSetting(none, FLORIDA_LOGIN.password)).toBeNull();
    const wrong = await checkPublishers({ DOSSIER_FL_SFTP_PASSWORD: 'open sesame' }).catch(String);
    expect(wrong).toMatch(/DOSSIER_FL_SFTP_PASSWORD must be a token/);
    expect(wrong).not.toMatch(/open sesame/);
  });

  it('takes those of publishers from their declarations, each once', () => {
    const names = PUBLISHER_SETTINGS.map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'DOSSIER_FL_SFTP_HOST',
      'DOSSIER_FL_SFTP_HOST_KEY',
      'DOSSIER_FL_SFTP_PASSWORD',
      'DOSSIER_FL_SFTP_USER',
      'DOSSIER_LDA_KEY',
      'DOSSIER_LDA_URL',
      'DOSSIER_SAM_KEY',
    ]);
    expect(names.filter((name) => name in SETTINGS)).toEqual([]);
  });

  it('reads a setting that no other file knows', () => {
    const config = toConfig(readEnv({ DOSSIER_ZZ_SFTP_HOST: 'files.example.org', DOSSIER_ZZ_KEY: 'k1' }));
    const host = server('DOSSIER_ZZ_SFTP_HOST', 'sftp.example.org', 'Server of a state.');
    expect(publisherSetting(config, host)).toEqual({ host: 'files.example.org', port: 22 });
    expect(publisherSetting(config, token('DOSSIER_ZZ_KEY', 'Key of a publisher.'))).toBe('k1');
    expect(publisherSetting(config, fingerprint('DOSSIER_ZZ_HOST_KEY', 'Its key.'))).toBeNull();
  });

  it('reads lists of trusted proxies and origins', () => {
    const config = toConfig(
      readEnv({
        DOSSIER_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1',
        DOSSIER_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      }),
    );
    expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::1']);
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  });

  it('refuses an unknown DOSSIER_ variable by name and leaves others alone', async () => {
    const check = (env: NodeJS.ProcessEnv) => checkPublishers(readEnv(env).others);
    await expect(check({ DOSSIER_PROT: '1' })).rejects.toThrow(
      /^DOSSIER_PROT is not a setting; there are DOSSIER_HOST.*, DOSSIER_SAM_KEY/,
    );
    await expect(check({ PATH: '/bin', DOSSIER_SAM_KEY: 'k' })).resolves.toBeUndefined();
  });

  it.each([
    ['DOSSIER_PORT', '65536'],
    ['DOSSIER_PORT', '80a'],
    ['DOSSIER_WORKERS', '0'],
    ['DOSSIER_WORKERS', '65'],
    ['DOSSIER_WORKERS', 'all'],
    ['DOSSIER_LOG_LEVEL', 'loud'],
    ['DOSSIER_TRUST_PROXY', 'everyone'],
    ['DOSSIER_TRUST_PROXY', '10.0.0.0/33'],
    ['DOSSIER_TRUST_PROXY', '0.0.0.0/0'],
    ['DOSSIER_RELATED_MOST', '1'],
    ['DOSSIER_RELATED_MOST', '20000'],
    ['DOSSIER_WATCHES_MOST', '-1'],
    ['DOSSIER_WATCHES_MOST', '100001'],
    ['DOSSIER_WEBHOOK_ALLOW', 'localhost'],
    ['DOSSIER_WEBHOOK_ALLOW', '0.0.0.0/0'],
    ['DOSSIER_CORS_ORIGINS', '*'],
    ['DOSSIER_CORS_ORIGINS', 'https://app.example.com/'],
    ['DOSSIER_CONTACT', 'nobody'],
    ['DOSSIER_LIVE', 'yes'],
    ['DOSSIER_LIVE_PER_MINUTE', '0'],
    ['DOSSIER_SOCRATA_TOKEN', 'two words'],
    ['DOSSIER_FL_SFTP_HOST', 'sftp://sftp.example.org'],
    ['DOSSIER_FL_SFTP_HOST', 'sftp.example.org:65536'],
    ['DOSSIER_FL_SFTP_HOST_KEY', 'SHA256:short'],
    ['DOSSIER_LDA_URL', 'lda.gov/api/v1'],
    ['DOSSIER_LDA_URL', 'https://key@lda.gov/api/v1/'],
  ])('refuses %s=%s in one sentence', async (name, value) => {
    const start = async () => checkPublishers(toConfig(readEnv({ [name]: value })).publishers);
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(new RegExp(`^${name} must be [^\n]+\\.$`));
  });
});
