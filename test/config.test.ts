import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPublishers, publisherSetting, toConfig } from '../src/config/config.js';
import { ConfigError, readEnv, SETTINGS } from '../src/config/settings.js';
import { makeApiKey } from '../src/domain/accounts/api-key.js';
import { fingerprint, server, token } from '../src/sources/declare/setting.js';
import { PUBLISHER_SETTINGS } from '../src/sources/settings.js';
import { FLORIDA_LOGIN } from '../src/sources/us/fl/sftp-login.js';

describe('settings', () => {
  it('has defaults that need nothing set', () => {
    const config = toConfig(readEnv({}));
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      maxRelated: 100,
      changesDays: 400,
      exportDays: 7,
      evidenceKey: null,
      webhooks: { allowed: [], maxWatches: 100 },
      watchSecret: null,
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
      cluster: null,
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

  const KEY = makeApiKey('live', randomBytes);
  const PROXY = { DOSSIER_TRUST_PROXY: 'loopback', DOSSIER_AUTH_PROXY_KEY: KEY };

  it('reads the header of a proxy that signs people in', () => {
    const { web } = toConfig(readEnv({ ...PROXY, DOSSIER_AUTH_PROXY_HEADER: 'Remote-User' }));
    expect(web).toMatchObject({
      access: 'key',
      authProxy: { header: 'remote-user', key: KEY, trusted: ['loopback'] },
    });
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ DOSSIER_AUTH_PROXY_KEY: '' }, /DOSSIER_AUTH_PROXY_KEY must be an API key/],
    [
      { DOSSIER_AUTH_PROXY_KEY: 'dsr_live_x' },
      /DOSSIER_AUTH_PROXY_KEY must be an API key of this service\.$/,
    ],
    [{ DOSSIER_TRUST_PROXY: '' }, /requires DOSSIER_TRUST_PROXY/],
    [{ DOSSIER_WEB: 'open' }, /requires .*DOSSIER_WEB=key/],
    [{ DOSSIER_WEB: 'off' }, /requires .*DOSSIER_WEB=key/],
    ...['', 'Remote User', 'Remote_User', 'Authorization', 'cookie', 'X-Forwarded-For', 'x'.repeat(65)].map(
      (name): [Record<string, string>, RegExp] => [
        { DOSSIER_AUTH_PROXY_HEADER: name },
        /HEADER must be the name of a header/,
      ],
    ),
  ])('refuses a sign-in by proxy with %j', (wrong, said) => {
    const env = { DOSSIER_AUTH_PROXY_HEADER: 'Remote-User', ...PROXY, ...wrong };
    expect(() => toConfig(readEnv(env))).toThrow(said);
  });

  it('refuses an unknown DOSSIER_ variable by name and leaves others alone', async () => {
    const check = (env: NodeJS.ProcessEnv) => checkPublishers(readEnv(env).others);
    await expect(check({ DOSSIER_PROT: '1' })).rejects.toThrow(
      /^DOSSIER_PROT is not a setting\. Settings: DOSSIER_HOST.*, DOSSIER_SAM_KEY/,
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
    ['DOSSIER_MAX_RELATED', '1'],
    ['DOSSIER_MAX_RELATED', '20000'],
    ['DOSSIER_MAX_WATCHES', '-1'],
    ['DOSSIER_MAX_WATCHES', '100001'],
    ['DOSSIER_WEBHOOK_ALLOW', 'localhost'],
    ['DOSSIER_WEBHOOK_ALLOW', '0.0.0.0/0'],
    ['DOSSIER_CORS_ORIGINS', '*'],
    ['DOSSIER_CORS_ORIGINS', 'https://app.example.com/'],
    ['DOSSIER_CONTACT', 'nobody'],
    ['DOSSIER_SECURITY_CONTACT', 'security@example.com'],
    ['DOSSIER_SECURITY_CONTACT', 'http://example.com/security'],
    ['DOSSIER_SECURITY_EXPIRES', '2027-02-30'],
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

it('a security contact without its expiry date is refused, and an expiry date without a contact', () => {
  const contact = { DOSSIER_SECURITY_CONTACT: 'mailto:security@example.com' };
  const expires = { DOSSIER_SECURITY_EXPIRES: '2027-06-30' };
  for (const one of [contact, expires]) {
    expect(() => toConfig(readEnv(one))).toThrow(
      new ConfigError('DOSSIER_SECURITY_CONTACT and DOSSIER_SECURITY_EXPIRES must be set together.'),
    );
  }
  expect(toConfig(readEnv({ ...contact, ...expires })).web.securityTxt).toBe(
    'Contact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00Z\n',
  );
});

describe('secrets by files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-secrets-'));
  const secretFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const OWN = Object.entries(SETTINGS).flatMap(([name, setting]) => ('isSecret' in setting ? name : []));
  const PUBLISHERS = PUBLISHER_SETTINGS.filter(({ isSecret }) => isSecret);

  it.each(OWN)('reads %s from a file, without the line break at its end', (name) => {
    const path = secretFile(name, 'open-sesame\n');
    const { own, others } = readEnv({ [`${name}_FILE`]: path });
    expect({ ...own }).toMatchObject({ [name]: 'open-sesame' });
    expect(others).toEqual({});
  });

  it.each(PUBLISHERS.map((setting) => [setting.name, setting]))(
    'reads %s from a file',
    async (name, setting) => {
      const { publishers } = toConfig(readEnv({ [`${name}_FILE`]: secretFile(name, 'open-sesame\r\n') }));
      await expect(checkPublishers(publishers)).resolves.toBeUndefined();
      expect(publisherSetting({ publishers }, setting)).toBe('open-sesame');
    },
  );

  it.each(['DOSSIER_KEY', 'DOSSIER_SAM_KEY'])(
    'refuses a file that cannot be %s, and repeats no secret',
    async (name) => {
      const start = async (path: string, text = '') =>
        checkPublishers(toConfig(readEnv({ [`${name}_FILE`]: path, [name]: text })).publishers);
      const refusal = (path: string, text?: string) =>
        start(path, text).then(
          () => 'nothing',
          (error: unknown) => (error instanceof ConfigError ? error.message : `not a ConfigError: ${error}`),
        );
      expect(await refusal(join(folder, 'absent'))).toMatch(
        new RegExp(`^${name}_FILE must be a readable file; .*absent is not \\(ENOENT\\)\\.$`),
      );
      expect(await refusal(folder)).toMatch(/is not \(EISDIR\)\.$/);
      expect(await refusal(secretFile('empty', '\n'))).toMatch(
        /with 1 to 16384 characters; .*empty has 0\.$/,
      );
      expect(await refusal(secretFile('long', 'x'.repeat(16_385)))).toMatch(/long has 16385\.$/);
      const both = await refusal(secretFile('good', 'open-sesame'), 'other-sesame');
      expect(both).toBe(`${name} and ${name}_FILE are both set; set one of them.`);
    },
  );

  it('takes no file for a setting that is no secret', async () => {
    const { others } = readEnv({ DOSSIER_HOST_FILE: secretFile('host', '0.0.0.0') });
    await expect(checkPublishers(others)).rejects.toThrow(
      /^DOSSIER_HOST_FILE is not a setting\. Settings: .*; and NAME_FILE for each secret NAME\.$/,
    );
  });
});
