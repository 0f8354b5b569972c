import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readEnv, toConfig } from '../src/config.js';

describe('settings', () => {
  it('has defaults that need nothing set', () => {
    const config = toConfig(readEnv({}));
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      relatedMost: 100,
      workers: 1,
      dataFolder: resolve('data'),
      logLevel: 'warn',
      trustProxy: [],
      corsOrigins: [],
      contact: null,
      live: { on: false, perMinute: 120 },
      socrataToken: null,
      bases: { lda: 'https://lda.gov/api/v1/' },
      keys: { sam: null, lda: null },
      florida: { host: 'sftp.floridados.gov', port: 22, user: null, password: null, hostKey: null },
    });
  });

  it('reads the login of Florida’s server, and never repeats its password', () => {
    const env = {
      DOSSIER_FL_SFTP_HOST: 'sftp.example.org:2022',
      DOSSIER_FL_SFTP_USER: 'reader',
      DOSSIER_FL_SFTP_PASSWORD: 'open-sesame!',
      DOSSIER_FL_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
    };
    expect(toConfig(readEnv(env)).florida).toEqual({
      host: 'sftp.example.org',
      port: 2022,
      user: 'reader',
      password: 'open-sesame!',
      hostKey: env.DOSSIER_FL_SFTP_HOST_KEY,
    });
    const wrong = () => toConfig(readEnv({ DOSSIER_FL_SFTP_PASSWORD: 'open sesame' }));
    expect(wrong).toThrow(/^DOSSIER_FL_SFTP_PASSWORD must be a token/);
    expect(wrong).not.toThrow(/open sesame/);
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

  it('refuses an unknown DOSSIER_ variable by name and leaves others alone', () => {
    expect(() => readEnv({ DOSSIER_PROT: '1' })).toThrow(
      /^DOSSIER_PROT is not a setting; there are DOSSIER_HOST/,
    );
    expect(() => readEnv({ PATH: '/bin' })).not.toThrow();
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
  ])('refuses %s=%s in one sentence', (name, value) => {
    const start = () => toConfig(readEnv({ [name]: value }));
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`^${name} must be [^\n]+\\.$`));
  });
});
