import autocannon from 'autocannon';
import { openStore } from '../../src/store/engine/engine.js';
import { beside, type Serving, serve, serveRaw, usedBy } from '../measuring/child.js';
import { type Figure, percentiles } from '../measuring/figures.js';

const DATASETS = ['us_irs_exempt_organizations', 'us_sam_registrations'];
const CONNECTIONS = [64, 8];
const WARM_UP_SECONDS = 8;
const SECONDS = 8;

interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for a request; 0 where the system does not tell. */
  readonly cpuMs: number;
}

/** The target of the requests: the server, what it needs to let them in, and the ids that are asked for. */
interface Target {
  readonly server: Serving;
  readonly headers: Record<string, string>;
  readonly ids: readonly string[];
  readonly query: '' | '?include=all';
}

/**
 * `GET /entity/{id}?include=all` of linked entities, each as often as every other, beside a bare server and beside
 * the plain answer, both under the same requests.
 */
export async function includeFigures(
  folder: string,
  key: string,
  say: (figure: Figure) => void,
): Promise<void> {
  const target = { headers: { authorization: `Bearer ${key}` }, ids: await linkedEntities(folder) };
  for (const connections of CONNECTIONS) {
    const raw = await beside(serveRaw(), (server) =>
      load({ ...target, server, query: '?include=all' }, connections),
    );
    const [plain, all] = await beside(serve(folder), async (server) => {
      await expectEnriched({ ...target, server, query: '?include=all' });
      return [
        await load({ ...target, server, query: '' }, connections),
        await load({ ...target, server, query: '?include=all' }, connections),
      ] as const;
    });
    figuresOf(connections, target.ids.length, { raw, plain, all }).forEach(say);
  }
}

/** Entities with a link that is shown, of any of the data sets. */
async function linkedEntities(folder: string): Promise<readonly string[]> {
  const store = await openStore(folder, { schema: 'current' });
  const linked = new Set<string>();
  try {
    for (const dataset of DATASETS) {
      for await (const page of store.links.scanClaims(dataset)) {
        for (const { attached, entity } of page) if (attached) linked.add(entity);
      }
    }
  } finally {
    await store.close();
  }
  if (linked.size === 0) throw new Error(`No entity of ${folder} is linked.`);
  return [...linked];
}

/** Fast answers that leave out what was linked would be worth nothing. */
async function expectEnriched({ server, headers, ids, query }: Target): Promise<void> {
  const requested = ids.slice(0, 20);
  for (const id of requested) {
    const answer = await fetch(`${server.url}/api/v1/entity/${id}${query}`, { headers });
    const { data } = (await answer.json()) as { data: { nonprofit?: unknown; sam?: unknown } };
    if (data.nonprofit || data.sam) return;
  }
  throw new Error(`None of ${requested.join(', ')} is answered with nonprofit or sam.`);
}

async function load({ server, headers, ids, query }: Target, connections: number): Promise<Load> {
  const { url, pid } = server;
  const path = () => `/api/v1/entity/${ids[Math.floor(Math.random() * ids.length)]}${query}`;
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }];
  const times: number[] = [];
  await autocannon({ url, headers, requests, connections, duration: WARM_UP_SECONDS });
  const before = usedBy(pid)?.cpuSeconds ?? 0;
  const result = await new Promise<autocannon.Result>((done, failed) => {
    const requested = { url, headers, requests, connections, duration: SECONDS };
    const running = autocannon(requested, (error: unknown, found) => (error ? failed(error) : done(found)));
    // Its own percentiles are whole milliseconds.
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no 200.`);
  const cpuSeconds = (usedBy(pid)?.cpuSeconds ?? 0) - before;
  return {
    perSecond: result.requests.average,
    ...percentiles(times),
    cpuMs: (cpuSeconds * 1_000) / times.length,
  };
}

function figuresOf(
  connections: number,
  entities: number,
  { raw, plain, all }: Readonly<Record<'raw' | 'plain' | 'all', Load>>,
): Figure[] {
  const times = ({ p50, p99, cpuMs }: Load) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpuMs.toFixed(3)} CPU ms each`;
  const requested = `${connections} connections, linked entities`;
  const [bare, without] = ['raw node:http', 'plain `GET /entity/{id}`'];
  const figure = (name: string, measured: Load, other: string, reference: Load): Figure => ({
    part: 'enrichment',
    name: `${name}, ${requested}`,
    value: measured.perSecond,
    unit: 'requests/s',
    note: `${times(measured)}, ${entities.toLocaleString('en-US')} ids`,
    reference: { name: `${other} (${times(reference)})`, value: reference.perSecond, unit: 'requests/s' },
  });
  return [
    figure('`GET /entity/{id}`', plain, bare, raw),
    figure('`GET /entity/{id}?include=all`', all, bare, raw),
    figure('`?include=all` against the plain answer', all, without, plain),
    {
      part: 'enrichment',
      name: `p99 of \`?include=all\`, ${requested}`,
      value: all.p99,
      unit: 'ms',
      reference: { name: `p99 of ${without}`, value: plain.p99, unit: 'ms' },
    },
  ];
}
