import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fetchPages } from '../../../src/ingest/fetch/pages/pages.js';

/** The first day that is asked for. */
export const SINCE = '2026-04-01';
const NOW = Date.parse('2026-04-25T12:00:00Z');

/** Fetches the pages of a publisher that answers so; `page` counts them from 1 on. */
export async function fetchFrom(answer: (page: number) => object | Buffer) {
  let page = 0;
  const server = createServer((_request, response) => {
    page += 1;
    const body = answer(page);
    response.end(body instanceof Buffer ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetching = fetchPages({
    host: 'lda.example.gov',
    perSecond: Number.POSITIVE_INFINITY,
    folder: join(mkdtempSync(join(tmpdir(), 'dossier-pages-')), 'pages'),
    contact: 'ops@example.org',
    clock: { now: () => NOW, sleep: async () => {} },
    members: { id: 'filing_uuid', time: 'dt_posted' },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f?since={since}`,
    since: SINCE,
  });
  return { fetching, pages: () => page };
}

export function rowOf(page: number, day: string) {
  return { filing_uuid: String(page), dt_posted: `${day}T08:00:00-04:00` };
}
