import { Agent, get } from 'node:http';
import { dossier, type Serving, serve, usedBy } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';

const REQUESTS = 500;
const WARM_UP = 1_000;
/** Requests from one address: fewer than it may make in a minute. */
const OF_AN_ADDRESS = 400;

/** Record and search as pages, and as the API answers them: of the bundled sample, which has every part of a record. */
const PAGES = [
  {
    name: 'a record with everything',
    page: '/entity/CO:20221555001',
    api: '/api/v1/entity/CO:20221555001?include=all&explain=true',
  },
  {
    name: 'a search with counts',
    page: '/search?q=willow',
    api: '/api/v1/search?q=willow&limit=25&facets=state,status,recordClass,type',
  },
];

/** Processor time of the whole service for a page, beside the same operation over the API. */
export async function benchPages({ folder }: Pick<Loaded, 'folder'>): Promise<Figure[]> {
  const server = await serve(folder, '--sample');
  try {
    const limits = ['--credits', '999999999', '--per-minute', '999999999'];
    const account = await dossier(folder, 'account', 'create', `pages-${Date.now()}`, '--sample', ...limits);
    const made = await dossier(folder, 'key', 'create', '--sample', '--account', String(account.json.id));
    const headers = { authorization: `Bearer ${String(made.json.key)}` };
    const figures: Figure[] = [];
    for (const { name, page, api } of PAGES) {
      await ask(server, page, WARM_UP);
      await ask(server, api, WARM_UP, headers);
      const [shown, answered] = [
        await ask(server, page, REQUESTS),
        await ask(server, api, REQUESTS, headers),
      ];
      figures.push({
        part: 'pages',
        name: `page of ${name}, processor`,
        value: shown.ms,
        unit: 'ms',
        note: `${(shown.ms - answered.ms).toPrecision(2)} ms beyond the API, ${Math.round(shown.bytes / 102.4) / 10} KB of HTML`,
        reference: { name: 'API', value: answered.ms, unit: 'ms' },
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

let addresses = 1;

/** Milliseconds of the server's processor for one request, and the bytes of its answer. */
async function ask({ url, pid }: Serving, path: string, requests: number, headers = {}) {
  const before = usedBy(pid)?.cpuSeconds ?? 0;
  let bytes = 0;
  let agent = new Agent();
  for (let at = 0; at < requests; at++) {
    if (at % OF_AN_ADDRESS === 0) {
      agent.destroy();
      addresses += 1;
      agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.0.${addresses}` });
    }
    bytes = await bytesOf(url + path, agent, headers);
  }
  agent.destroy();
  return { ms: (((usedBy(pid)?.cpuSeconds ?? 0) - before) * 1_000) / requests, bytes };
}

function bytesOf(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} is ${response.statusCode}.`));
      });
    }).on('error', reject);
  });
}
