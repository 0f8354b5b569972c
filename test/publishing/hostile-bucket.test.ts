import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { S3Objects } from '../../src/publishing/objects/s3.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Enough for a second attempt. */
const PATIENCE_MS = 400;
const LATE_MS = 60_000;

let server: Server | undefined;
let collecting: NodeJS.Timeout | undefined;
afterEach(() => {
  clearInterval(collecting);
  collecting = undefined;
  server?.closeAllConnections();
  server?.close();
});

describe('a bucket whose answer', () => {
  it.each([
    ['an object', (objects: S3Objects) => objects.get('a')],
    ['a listing', (objects: S3Objects) => namesOf(objects)],
    ['the answer to what is put', (objects: S3Objects) => objects.put('a', Buffer.alloc(1))],
  ])('drips is left in time, though garbage is collected meanwhile: %s', async (_what, ask) => {
    const { url, open } = await serve(drips(200));
    const objects = bucket(url, { tryMs: 300, paceBytes: 1_024 });
    expect(await inTime(ask(objects))).toMatch(/cannot be reached \(no response in time\)\.$/);
    // No connection is left that goes on dripping.
    await expect.poll(open).toBe(0);
  });

  it('drips an error is left in time', async () => {
    const { url } = await serve(drips(403));
    const answer = inTime(bucket(url, { tryMs: 300, paceBytes: 1_024 }).get('a'));
    expect(await answer).toMatch(/no response in time/);
  });

  it('is silent is left in time', async () => {
    const { url } = await serve(() => undefined);
    const answer = inTime(bucket(url, { tryMs: 300, paceBytes: 1_024 }).get('a'));
    expect(await answer).toMatch(/no response in time/);
  });

  it('is silent is left at once by a service that stops, and is asked nothing after that', async () => {
    const stop = new AbortController();
    let request = 0;
    const { url } = await serve(() => {
      request += 1;
      stop.abort();
    });
    const objects = bucket(url, { tryMs: 60_000, paceBytes: 1_024, stop: stop.signal });
    expect(await inTime(objects.put('a', Buffer.alloc(1)))).toMatch(/cannot be reached/);
    expect(await inTime(objects.get('a'))).toMatch(/cannot be reached/);
    expect(request).toBe(1);
  });

  it('is long and slow but steady is read to its end', async () => {
    const [piece, pieces] = [Buffer.alloc(2_048, 'x'), 30];
    const { url } = await serve(async (_request, response) => {
      response.writeHead(200);
      for (let sent = 0; sent < pieces; sent += 1) {
        response.write(piece);
        await wait(160);
      }
      response.end();
    });
    const startedAt = Date.now();
    const tryMs = 3_000;
    const found = await bucket(url, { tryMs, paceBytes: 1_024 }).get('a');
    expect(found.length).toBe(pieces * piece.length);
    expect(Date.now() - startedAt).toBeGreaterThan(1.5 * tryMs);
  });
});

async function namesOf(objects: S3Objects): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list('')) names.push(name);
  return names;
}

/** The status at once, and then a byte now and then, without end. */
function drips(status: number): RequestListener {
  return (_request, response) => {
    collecting ??= setInterval(collectGarbage, 200);
    response.writeHead(status);
    const dripping = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(dripping));
  };
}

async function serve(answer: RequestListener) {
  let open = 0;
  const started = createServer((request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    request.resume();
    answer(request, response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, open: () => open };
}

function bucket(
  endpoint: string,
  patience: { tryMs: number; paceBytes: number; stop?: AbortSignal },
): S3Objects {
  const secretKeyFile = join(mkdtempSync(join(tmpdir(), 'dossier-bucket-')), 'secret');
  writeFileSync(secretKeyFile, 'secret');
  const keys = { accessKey: 'a', secretKeyFile };
  const at = { kind: 's3', bucket: 'b', prefix: '', region: 'eu-test-1' } as const;
  const place = { ...at, endpoint, pathStyle: true, keys };
  return new S3Objects(place, { ...patience, patienceMs: PATIENCE_MS, pauseMs: 1 });
}

/** The message of the error, or that none came in time. */
async function inTime(asking: Promise<unknown>): Promise<string> {
  const answer = asking.then(
    () => 'no error',
    (error: Error) => error.message,
  );
  return await Promise.race([answer, wait(LATE_MS, 'still waiting')]);
}
