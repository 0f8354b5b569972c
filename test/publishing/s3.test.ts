import dns from 'node:dns';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BucketPlace } from '../../src/config/cluster-config.js';
import { S3Objects } from '../../src/publishing/objects/s3.js';
import { STUB_KEYS, startS3Stub } from '../support/servers/s3-stub.js';

const PATIENCE = { tryMs: 60_000, paceBytes: 2 ** 20, patienceMs: 30_000, pauseMs: 5 };
const folder = mkdtempSync(join(tmpdir(), 'dossier-s3-'));
const secretKeyFile = join(folder, 'secret');
let stub: Awaited<ReturnType<typeof startS3Stub>>;

beforeAll(async () => {
  writeFileSync(secretKeyFile, STUB_KEYS.secretKey);
  stub = await startS3Stub();
});
afterAll(() => stub.close());
afterEach(() => {
  Object.assign(stub.misbehaviour, { status: undefined, redirect: 400, clockMs: 0 });
  stub.misbehaviour.errors.length = 0;
});

function place(changes: Partial<BucketPlace> = {}): BucketPlace {
  const { bucket, endpoint } = stub;
  const keys = { accessKey: STUB_KEYS.accessKey, secretKeyFile };
  const { region } = STUB_KEYS;
  return { kind: 's3', bucket, prefix: '', region, endpoint, pathStyle: true, keys, ...changes };
}

const bucket = (changes?: Partial<BucketPlace>, patience = PATIENCE) =>
  new S3Objects(place(changes), patience);

describe('a bucket', () => {
  test.each([301, 307, 400] as const)(
    'that names another region (%i) is used there, from then on',
    async (redirect) => {
      stub.misbehaviour.redirect = redirect;
      const objects = bucket({ region: 'us-east-1' });
      await objects.put('a', Buffer.from('a'));
      const requested = stub.requests.length;
      expect(await objects.get('a')).toEqual(Buffer.from('a'));
      expect(stub.requests.length - requested).toBe(1);
    },
  );

  test.each([301, 307])('that redirects (%i) without end names its region', async (status) => {
    const headers = { 'x-amz-bucket-region': 'eu-west-1' };
    const moved = { status, code: 'PermanentRedirect', headers };
    stub.misbehaviour.errors.push(moved, { ...moved, headers: { 'x-amz-bucket-region': 'eu-west-2' } });
    await expect(bucket().get('a')).rejects.toThrow(
      new RegExp(
        `returned ${status} PermanentRedirect for the region eu-west-1.*in the region eu-west-2: set DOSSIER_S3_REGION`,
      ),
    );
  });

  test('that redirects elsewhere names the address', async () => {
    const headers = { location: 'https://b.s3.example.org/a' };
    stub.misbehaviour.errors.push({ status: 307, code: 'TemporaryRedirect', headers });
    await expect(bucket().get('a')).rejects.toThrow(
      /DOSSIER_S3_ENDPOINT.*names https:\/\/b\.s3\.example\.org\/a/,
    );
  });

  test('whose clock differs by hours is used by its own time', async () => {
    stub.misbehaviour.clockMs = 5 * 3_600_000;
    await bucket().put('a', Buffer.from('a'));
    stub.misbehaviour.clockMs = -5 * 3_600_000;
    await bucket().put('a', Buffer.from('a'));
  });

  test('that refuses the time of requests all the same is explained by the clock of this machine', async () => {
    const skewed = {
      status: 403,
      code: 'RequestTimeTooSkewed',
      headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    };
    for (let times = 0; times < 1_000; times += 1) stub.misbehaviour.errors.push(skewed);
    await expect(bucket({}, { ...PATIENCE, patienceMs: 200 }).get('a')).rejects.toThrow(
      /the clock of this machine is wrong.* here and 2026-01-01T00:00:00.000Z there\. Set the clock\./,
    );
  });

  test('that is overloaded is asked again, not before it says', async () => {
    const slow = { status: 503, code: 'SlowDown', headers: {} };
    for (let times = 0; times < 8; times += 1) stub.misbehaviour.errors.push(slow);
    stub.misbehaviour.errors.push({ ...slow, headers: { 'retry-after': '2' } });
    const startedAt = performance.now();
    await bucket().put('a', Buffer.from('a'));
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    expect(stub.misbehaviour.errors).toEqual([]);
  });

  test.each([
    [400, 'RequestTimeout'],
    [408, 'Timeout'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [502, ''],
  ])('whose error may pass is asked again: %i %s', async (status, code) => {
    stub.misbehaviour.errors.push({ status, code }, { status, code });
    await bucket().put('a', Buffer.from('a'));
  });

  test('whose error does not pass is asked once', async () => {
    stub.misbehaviour.errors.push({ status: 403, code: 'AccessDenied' });
    const requested = stub.requests.length;
    await expect(bucket().put('a', Buffer.from('a'))).rejects.toThrow(/returned 403 AccessDenied\.$/);
    expect(stub.requests.length - requested).toBe(1);
  });

  test('is named in the host of the address if asked for', async () => {
    const hosts: (string | undefined)[] = [];
    const server = await serve((request) => {
      hosts.push(`${request.headers.host}${request.url}`);
      return '';
    });
    const { port } = server.address() as AddressInfo;
    const resolve = (_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(resolve as never);
    const objects = bucket({ endpoint: `http://s3.test:${port}`, pathStyle: false, bucket: 'bucket' });
    await objects.put('a', Buffer.from('a')).finally(() => lookup.mockRestore());
    expect(hosts[0]).toMatch(/^bucket\.s3\.test:\d+\/a(\?|$)/);
    server.close();
  });

  test('a secret that cannot be read is told by the name of its file', async () => {
    const keys = { accessKey: 'a', secretKeyFile: '/nowhere/secret' };
    await expect(bucket({ keys }).get('a')).rejects.toThrow(
      'The secret key file of the bucket, /nowhere/secret, cannot be read (ENOENT).',
    );
  });
});

describe('without keys in the settings, credentials come from', () => {
  const NONE = [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
    ...['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN'],
    ...['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'AWS_CONTAINER_CREDENTIALS_FULL_URI'],
  ];
  const Expiration = new Date(Date.now() + 3_600_000).toISOString();
  const issued = { AccessKeyId: STUB_KEYS.accessKey, SecretAccessKey: STUB_KEYS.secretKey };
  let server: Server | undefined;

  beforeEach(() => {
    for (const name of NONE) vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    server?.close();
    server = undefined;
  });
  const start = async (answer: (request: IncomingMessage) => string) => {
    server = await serve(answer);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  /** The session token with which the bucket was asked. */
  const used = async () => {
    await bucket({ keys: null }).put('a', Buffer.from('a'));
    return stub.sessionTokens.at(-1);
  };

  test('the environment, with a session token', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', STUB_KEYS.accessKey);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', STUB_KEYS.secretKey);
    vi.stubEnv('AWS_SESSION_TOKEN', 'of-the-session');
    expect(await used()).toBe('of-the-session');
  });

  test('a container (ECS, EKS Pod Identity), by its token', async () => {
    const tokens: (string | undefined)[] = [];
    const url = await start((request) => {
      tokens.push(request.headers.authorization);
      return JSON.stringify({ ...issued, Token: 'of-the-container', Expiration });
    });
    writeFileSync(join(folder, 'pod'), 'of the pod');
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${url}/keys`);
    vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', join(folder, 'pod'));
    expect(await used()).toBe('of-the-container');
    expect(tokens).toEqual(['of the pod']);
  });

  test('a web identity (IRSA)', async () => {
    const url = await start(
      () => `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials><AccessKeyId>${issued.AccessKeyId}</AccessKeyId><SecretAccessKey>${issued.SecretAccessKey}</SecretAccessKey>
        <SessionToken>of-the-role</SessionToken><Expiration>${Expiration}</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    );
    writeFileSync(join(folder, 'identity'), 'a.b.c');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', join(folder, 'identity'));
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/dossier');
    vi.stubEnv('AWS_ENDPOINT_URL_STS', url);
    expect(await used()).toBe('of-the-role');
  });

  test('the role of an EC2 instance (IMDSv2)', async () => {
    const url = await start(({ method, url: path, headers }) => {
      if (method === 'PUT') return 'imds-token';
      if (headers['x-aws-ec2-metadata-token'] !== 'imds-token') throw new Error('Version 1 was asked.');
      if (path?.endsWith('/security-credentials/') || path?.endsWith('-extended/')) return 'dossier';
      const of = { Code: 'Success', Type: 'AWS-HMAC', LastUpdated: new Date().toISOString() };
      return JSON.stringify({ ...of, ...issued, Token: 'of-the-instance', Expiration });
    });
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'false');
    vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', url);
    expect(await used()).toBe('of-the-instance');
  });

  test('nowhere: the sentence says what to set', async () => {
    await expect(used()).rejects.toThrow(/No credentials for the bucket stub .* Set DOSSIER_S3_ACCESS_KEY/);
  });
});

async function serve(answer: (request: IncomingMessage) => string): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
