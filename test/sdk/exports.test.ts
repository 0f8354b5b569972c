import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as sdk from '../../sdk/src/index.js';
import { startSample } from '../contract/support/sample-service.js';
import type { TestService } from '../support/service.js';

let service: TestService;
let key: string;
let made: sdk.Export;
beforeAll(async () => {
  service = await startSample();
  key = await service.newKey();
  const { data } = await client().exports.create({ kind: 'entities', format: 'ndjson' });
  made = await client().exports.complete(data.id, { everyMs: 50 });
});
afterAll(() => service.close());

const client = (options: Partial<sdk.DossierOptions> = {}) =>
  new sdk.Dossier({ url: `${service.url}/`, key, sleep: async () => undefined, ...options });
const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-download-'));
const isPart = ({ url }: { readonly url: string }) => url.includes('/parts/');
const partOf = (folder: string) => readFileSync(join(folder, made.parts[0]?.name ?? ''));

/** A `fetch` whose parts go through `change`; keeps the `Range` that each part was asked with. */
function changing(change: (response: Response, time: number) => Response | Promise<Response>) {
  const ranges: (string | null)[] = [];
  const options: Partial<sdk.DossierOptions> = {
    fetch: async (request) => {
      const response = await fetch(request);
      if (!isPart(request)) return response;
      ranges.push(request.headers.get('range'));
      return change(response, ranges.length);
    },
  };
  return { options, ranges };
}

/** The first bytes of a body, then a broken connection. */
async function cutOff(response: Response, bytes: number): Promise<Response> {
  const all = new Uint8Array(await response.arrayBuffer());
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (sink) => {
      if (isSent) sink.error(new TypeError('terminated'));
      else sink.enqueue(all.subarray(0, bytes));
      isSent = true;
    },
  });
  return new Response(body, response);
}

describe('exports of the client, against the running service', () => {
  it('creates, follows, lists and deletes', async () => {
    const { exports } = client();
    const { data, limits } = await exports.create({ kind: 'filings', filter: { q: 'tesla' }, format: 'csv' });
    expect([data.state, data.rows, limits.creditsCharged]).toEqual(['queued', null, 1]);
    expect((await exports.list()).data.map(({ id }) => id)).toEqual([data.id, made.id]);
    const complete = await exports.complete(data.id, { everyMs: 50 });
    expect([complete.state, (complete.rows ?? 0) > 0]).toEqual(['done', true]);
    expect((await exports.delete(data.id)).data.id).toBe(data.id);
    await expect(exports.get(data.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(exports.create({ kind: 'links', fields: ['nothing'] })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('downloads the parts and the manifest, and fetches none again that is whole', async () => {
    const folder = newFolder();
    const whole: string[] = [];
    const { options, ranges } = changing((response) => response);
    const { exports } = client(options);
    const manifest = await exports.download(made.id, folder, { onPart: ({ name }) => whole.push(name) });
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', ...whole]);
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
    expect(manifest).toMatchObject({ kind: 'entities', rows: made.rows, parts: made.parts });
    expect(createHash('sha256').update(partOf(folder)).digest('hex')).toBe(made.parts[0]?.sha256);
    expect(gunzipSync(partOf(folder)).toString().trimEnd().split('\n')).toHaveLength(made.rows ?? 0);
    expect(await exports.download(made.id, folder)).toEqual(manifest);
    expect(ranges).toEqual([null]);
  });

  it('goes on with a Range where the connection broke', async () => {
    const folder = newFolder();
    const { options, ranges } = changing((response, time) => (time < 4 ? cutOff(response, 100) : response));
    await client(options).exports.download(made.id, folder);
    expect(ranges).toEqual([null, 'bytes=100-', 'bytes=200-', 'bytes=300-']);
    expect(partOf(folder)).toHaveLength(made.parts[0]?.bytes ?? 0);
  });

  it('gives up after so many broken connections in a row, and goes on with the next call', async () => {
    const folder = newFolder();
    const { options, ranges } = changing((response, time) => cutOff(response, time === 1 ? 100 : 0));
    const failed = client({ ...options, retries: 2 }).exports.download(made.id, folder);
    await expect(failed).rejects.toBeInstanceOf(sdk.ConnectionError);
    expect(ranges).toEqual([null, 'bytes=100-', 'bytes=100-', 'bytes=100-']);
    const [held = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, held))).toHaveLength(100);
    const next = changing((response) => response);
    await client(next.options).exports.download(made.id, folder);
    expect(next.ranges).toEqual(['bytes=100-']);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('fetches all of a part if its beginning is another one', async () => {
    const folder = newFolder();
    const name = made.parts[0]?.name ?? '';
    writeFileSync(join(folder, `${name}.cut-off`), 'something else');
    const { options, ranges } = changing((response) => response);
    await client(options).exports.download(made.id, folder);
    expect(ranges).toEqual(['bytes=14-', null]);
    writeFileSync(join(folder, name), Buffer.alloc(made.parts[0]?.bytes ?? 0));
    await client(options).exports.download(made.id, folder);
    expect(ranges).toEqual(['bytes=14-', null, null]);
    expect(gunzipSync(partOf(folder)).toString().trimEnd().split('\n')).toHaveLength(made.rows ?? 0);
  });

  it('takes no bytes that are not those of the export, and no name that leads elsewhere', async () => {
    const folder = newFolder();
    const { options } = changing(async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[20] = (bytes[20] ?? 0) ^ 1;
      return new Response(bytes, response);
    });
    await expect(client(options).exports.download(made.id, folder)).rejects.toBeInstanceOf(sdk.DownloadError);
    expect(readdirSync(folder)).toEqual([]);
    const fetched = async (request: Request) => {
      const text = await (await fetch(request)).text();
      return new Response(text.replaceAll(/"name":"part-\d+/g, '"name":"../part'), { status: 200 });
    };
    const foreign = client({ fetch: fetched }).exports.download(made.id, folder);
    await expect(foreign).rejects.toThrow('"../part');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that an export failed, that it is not paid for, and hears its signal', async () => {
    const answering = (state: string) => async (request: Request) => {
      const text = await (await fetch(request)).text();
      return new Response(text.replace('"state":"done"', `"state":"${state}"`), { status: 200 });
    };
    const failed = client({ fetch: answering('failed') }).exports.complete(made.id);
    await expect(failed).rejects.toBeInstanceOf(sdk.ExportFailedError);
    const stop = new AbortController();
    const running = client({ fetch: answering('running') }).exports.download(made.id, newFolder(), {
      signal: stop.signal,
    });
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});
