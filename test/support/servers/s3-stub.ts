import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const STUB_KEYS = { accessKey: 'AKIDSTUB', secretKey: 'stub/secret+key', region: 'eu-test-1' };
const BUCKET = 'stub';
const PAGE = 3;

/** The way in which a store of objects misbehaves; each may be set at any time. */
export interface Misbehaviour {
  /** Answers every request so, until it is undefined again. */
  status: number | undefined;
  /** Errors for the next requests, one each. */
  readonly errors: {
    readonly status: number;
    readonly code: string;
    readonly headers?: Record<string, string>;
  }[];
  /** Status of the response to a request that is signed for another region. */
  redirect: 301 | 307 | 400;
  /** How far the clock of the store is ahead. */
  clockMs: number;
  /** Requests that are cut off before they are answered. */
  cuts: number;
  delayMs: number;
  /** Names that no listing tells yet. */
  readonly unlisted: Set<string>;
  /** Bytes to send in place of an object's. */
  readonly instead: Map<string, Buffer>;
}

/** A bucket in memory that takes only what is signed as AWS asks (Signature Version 4), a page of three names at a time. */
export async function startS3Stub() {
  const objects = new Map<string, { bytes: Buffer; changedAt: number }>();
  const misbehaviour: Misbehaviour = {
    status: undefined,
    errors: [],
    redirect: 400,
    clockMs: 0,
    cuts: 0,
    delayMs: 0,
    unlisted: new Set(),
    instead: new Map(),
  };
  const requests: string[] = [];
  const sessionTokens: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      sessionTokens.push(String(request.headers['x-amz-security-token'] ?? ''));
      if (misbehaviour.cuts > 0) {
        misbehaviour.cuts -= 1;
        request.socket.destroy();
        return;
      }
      setTimeout(() => answer(request, Buffer.concat(chunks), response), misbehaviour.delayMs);
    });
  });

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const say = (status: number, text: string | Buffer = '') => response.writeHead(status).end(text);
    if (misbehaviour.status !== undefined)
      return void say(misbehaviour.status, '<Error><Code>InternalError</Code></Error>');
    const error = misbehaviour.errors.shift();
    if (error) {
      response.writeHead(error.status, error.headers);
      return void response.end(`<Error><Code>${error.code}</Code></Error>`);
    }
    const now = Date.now() + misbehaviour.clockMs;
    response.setHeader('date', new Date(now).toUTCString());
    const problem = signatureProblem(request, body, now);
    if (problem === 'PermanentRedirect') response.setHeader('x-amz-bucket-region', STUB_KEYS.region);
    const status = problem === 'PermanentRedirect' ? misbehaviour.redirect : 403;
    if (problem !== undefined) return void say(status, `<Error><Code>${problem}</Code></Error>`);
    const url = new URL(request.url ?? '', 'http://stub');
    if (!url.pathname.startsWith(`/${BUCKET}/`))
      return void say(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const name = decodeURIComponent(url.pathname.slice(BUCKET.length + 2));
    if (url.searchParams.get('list-type') === '2') return void say(200, listing(url.searchParams));
    if (request.method === 'PUT') {
      objects.set(name, { bytes: body, changedAt: Date.now() });
      return void say(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void say(204);
    }
    const found = objects.get(name);
    if (!found) return void say(404, '<Error><Code>NoSuchKey</Code></Error>');
    say(200, misbehaviour.instead.get(name) ?? found.bytes);
  }

  function listing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(prefix) && name > after && !misbehaviour.unlisted.has(name))
      .sort();
    const page = names.slice(0, PAGE);
    const contents = page.map((name) => {
      const { bytes, changedAt } = objects.get(name) ?? { bytes: Buffer.alloc(0), changedAt: 0 };
      return `<Contents><Key>${name}</Key><LastModified>${new Date(changedAt).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const next = names.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    url: `s3://${BUCKET}/live`,
    bucket: BUCKET,
    objects,
    sessionTokens,
    misbehaviour,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Undefined if the request is signed rightly, else S3's code. */
function signatureProblem(request: IncomingMessage, body: Buffer, now: number): string | undefined {
  const { authorization = '' } = request.headers;
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  const [key, day = '', region, service] = credential.split('/');
  if (key !== STUB_KEYS.accessKey) return 'InvalidAccessKeyId';
  if (service !== 's3') return 'AuthorizationHeaderMalformed';
  if (region !== STUB_KEYS.region) return 'PermanentRedirect';
  const signedAt = String(request.headers['x-amz-date']).replace(
    /^(....)(..)(..)T(..)(..)(..)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  );
  if (Math.abs(Date.parse(signedAt) - now) > 900_000) return 'RequestTimeTooSkewed';
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.split(';').includes(needed)) return 'AccessDenied';
  const url = new URL(request.url ?? '', 'http://stub');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash].join('\n');
  const at = String(request.headers['x-amz-date']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const signingKey = [day, region ?? '', 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    Buffer.from(`AWS4${STUB_KEYS.secretKey}`),
  );
  const right = createHmac('sha256', signingKey).update(text).digest('hex');
  return signature === right ? undefined : 'SignatureDoesNotMatch';
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
