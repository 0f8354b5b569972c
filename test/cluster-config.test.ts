import { describe, expect, test } from 'vitest';
import { toConfig } from '../src/config.js';
import { ConfigError, readEnv } from '../src/settings.js';

const POSTGRES = { DOSSIER_POSTGRES: 'postgres://u@h/db', DOSSIER_NODE: 'one' };
const KEYS = { DOSSIER_S3_ACCESS_KEY: 'key', DOSSIER_S3_SECRET_KEY_FILE: '/secret' };
const clusterOf = (env: Record<string, string>) => toConfig(readEnv({ ...POSTGRES, ...env })).cluster;
const placeOf = (place: string, env: Record<string, string> = KEYS) =>
  clusterOf({ ...env, DOSSIER_PUBLICATIONS: place })?.publications;

describe('settings of a cluster', () => {
  test('one machine alone has none', () => {
    expect(toConfig(readEnv({})).cluster).toBeNull();
    expect(clusterOf({})).toEqual({
      node: 'one',
      postgres: { url: 'postgres://u@h/db', passwordFile: null, durability: 'standby', node: 'one' },
      publications: null,
    });
  });

  test('the place of publications is a folder or a bucket, of AWS or at an endpoint', () => {
    expect(placeOf('file:///mnt/shared', {})).toEqual({ kind: 'folder', path: '/mnt/shared' });
    expect(placeOf('s3://bucket/a/b')).toMatchObject({
      base: 'https://bucket.s3.us-east-1.amazonaws.com/',
      prefix: 'a/b/',
      credentials: { kind: 'keys', accessKey: 'key', secretKeyFile: '/secret' },
    });
    expect(placeOf('s3://my.bucket')).toMatchObject({
      base: 'https://s3.us-east-1.amazonaws.com/my.bucket/',
      prefix: '',
    });
    const at = { ...KEYS, DOSSIER_S3_ENDPOINT: 'http://garage:3900/', DOSSIER_S3_REGION: 'garage' };
    expect(placeOf('s3://bucket', at)).toMatchObject({
      base: 'http://garage:3900/bucket/',
      region: 'garage',
    });
  });

  test('without keys the credentials of a container are taken', () => {
    const relative = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' };
    expect(placeOf('s3://bucket', relative)).toMatchObject({
      credentials: { kind: 'container', url: 'http://169.254.170.2/v2/credentials/1', tokenFile: null },
    });
    const full = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/token',
    };
    expect(placeOf('s3://bucket', full)).toMatchObject({
      credentials: { url: 'http://169.254.170.23/v1/credentials', tokenFile: '/token' },
    });
    expect(() => placeOf('s3://bucket', {})).toThrow(/No credentials of the bucket are set/);
  });

  test.each([
    [{ DOSSIER_POSTGRES: '', DOSSIER_PUBLICATIONS: 'file:///a' }, /needs DOSSIER_POSTGRES/],
    [{ DOSSIER_POSTGRES: 'mysql://secret@h' }, /^(?!.*secret).*must be an address such as/],
    [{ DOSSIER_POSTGRES_DURABILITY: 'some' }, /standby, managed, local; it is "some"/],
    [{ DOSSIER_NODE: 'a b' }, /it is "a b"/],
    [{ DOSSIER_PUBLICATIONS: 'ftp://a' }, /s3:\/\/bucket\/prefix or file:/],
    [{ DOSSIER_PUBLICATIONS: 'file://host/a' }, /s3:\/\/bucket\/prefix or file:/],
    [{ DOSSIER_PUBLICATIONS: 's3://b' }, /s3:\/\/bucket\/prefix or file:/],
    [{ DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_ACCESS_KEY: 'a' }, /are set together/],
    [
      { ...KEYS, DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_ENDPOINT: 'https://h/path' },
      /without a path/,
    ],
    [{ ...KEYS, DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_REGION: 'a b' }, /DOSSIER_S3_REGION/],
  ])('%j is refused in a sentence', (env, sentence) => {
    expect(() => clusterOf(env)).toThrow(ConfigError);
    expect(() => clusterOf(env)).toThrow(sentence);
  });
});
