import { describe, expect, test } from 'vitest';
import { toConfig } from '../src/config/config.js';
import { ConfigError, readEnv } from '../src/config/settings.js';

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
    expect(placeOf('s3://bucket/a/b')).toEqual({
      ...{
        kind: 's3',
        bucket: 'bucket',
        prefix: 'a/b/',
        region: 'us-east-1',
        endpoint: null,
        pathStyle: false,
      },
      keys: { accessKey: 'key', secretKeyFile: '/secret' },
    });
    expect(placeOf('s3://my.bucket')).toMatchObject({ endpoint: null, pathStyle: true, prefix: '' });
    const at = { ...KEYS, DOSSIER_S3_ENDPOINT: 'http://garage:3900/', DOSSIER_S3_REGION: 'garage' };
    const store = { endpoint: 'http://garage:3900', region: 'garage' };
    expect(placeOf('s3://bucket', at)).toMatchObject({ ...store, pathStyle: true });
    const virtual = { ...at, DOSSIER_S3_ADDRESSING: 'virtual' };
    expect(placeOf('s3://bucket', virtual)).toMatchObject({ ...store, pathStyle: false });
    expect(placeOf('s3://bucket', { DOSSIER_S3_ADDRESSING: 'path' })).toMatchObject({
      ...{ endpoint: null, pathStyle: true, keys: null },
    });
  });

  test.each([
    [{ DOSSIER_POSTGRES: '', DOSSIER_PUBLICATIONS: 'file:///a' }, /requires DOSSIER_POSTGRES/],
    [{ DOSSIER_POSTGRES: 'mysql://secret@h' }, /^(?!.*secret).*must be an address such as/],
    [{ DOSSIER_POSTGRES_DURABILITY: 'some' }, /standby, managed, local; it is "some"/],
    [{ DOSSIER_NODE: 'a b' }, /got "a b"/],
    [{ DOSSIER_PUBLICATIONS: 'ftp://a' }, /s3:\/\/bucket\/prefix or file:/],
    [{ DOSSIER_PUBLICATIONS: 'file://host/a' }, /s3:\/\/bucket\/prefix or file:/],
    [{ DOSSIER_PUBLICATIONS: 's3://b' }, /s3:\/\/bucket\/prefix or file:/],
    [
      { DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_ACCESS_KEY: 'a' },
      /Set both DOSSIER_S3_ACCESS_KEY and DOSSIER_S3_SECRET_KEY_FILE/,
    ],
    [
      { ...KEYS, DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_ENDPOINT: 'https://h/path' },
      /without a path/,
    ],
    [{ ...KEYS, DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_REGION: 'a b' }, /DOSSIER_S3_REGION/],
    [{ DOSSIER_PUBLICATIONS: 's3://bucket', DOSSIER_S3_ADDRESSING: 'auto' }, /path or virtual; it is "auto"/],
  ])('%j is refused in a sentence', (env, sentence) => {
    expect(() => clusterOf(env)).toThrow(ConfigError);
    expect(() => clusterOf(env)).toThrow(sentence);
  });
});
