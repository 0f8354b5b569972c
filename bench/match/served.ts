import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUERIES_ADVISED } from '../../src/contract/reconcile.js';
import { beside, dossier, serve, usedBy } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import type { Asked } from './suites.js';

const BATCHES = [10, 25, QUERIES_ADVISED];
const AT_ONCE = 2;

/**
 * The same questions as names of lists, in batches as OpenRefine posts them, to a service with one thread: names a second of
 * its processor time, and how long a batch takes. `matched` is the processor time of the matcher alone, ms a question.
 */
export async function benchServed(
  folder: string,
  request: readonly Asked[],
  matched: number,
): Promise<Figure[]> {
  // The bench filled it without a service.
  writeFileSync(join(folder, 'dossier.json'), '{"kind":"data"}\n');
  await dossier(
    folder,
    'account',
    'create',
    'bench',
    '--credits',
    '1000000000',
    '--per-minute',
    '1000000',
  ).catch(() => undefined);
  const { json } = await dossier(folder, 'key', 'create', '--account', 'bench', '--scopes', 'reconcile');
  return beside(serve(folder), async ({ url, pid }) => {
    const endpoint = `${url}/reconcile/k/${String(json.key)}`;
    await post(endpoint, batchesOf(request.slice(0, 100), 10));
    const figures: Figure[] = [];
    for (const size of BATCHES) {
      const before = usedBy(pid)?.cpuSeconds ?? 0;
      const started = performance.now();
      const took = await post(endpoint, batchesOf(request, size));
      const seconds = (performance.now() - started) / 1_000;
      const cpu = (usedBy(pid)?.cpuSeconds ?? 0) - before;
      took.sort((one, other) => one - other);
      figures.push({
        part: 'match',
        name: `processor time of a name in reconciliation, batches of ${size}`,
        value: (cpu * 1_000) / request.length,
        unit: 'ms',
        note:
          `${Math.round(request.length / cpu)} names a second and core, ${Math.round(request.length / seconds)} a second in all; a batch ` +
          `p50 ${Math.round(took[Math.floor(took.length / 2)] ?? 0)} ms, worst ${Math.round(took.at(-1) ?? 0)} ms`,
        reference: { name: 'the matcher alone', value: matched, unit: 'ms' },
      });
    }
    return figures;
  });
}

function batchesOf(request: readonly Asked[], size: number): string[] {
  return Array.from({ length: Math.ceil(request.length / size) }, (_, batch) => {
    const queries = request
      .slice(batch * size, (batch + 1) * size)
      .map(({ question }, at) => [`q${at}`, queryOf(question)]);
    return new URLSearchParams({ queries: JSON.stringify(Object.fromEntries(queries)) }).toString();
  });
}

function queryOf({ name, otherNames, address, people }: Asked['question']) {
  const given = { ...address, otherName: otherNames.join('; '), officer: people[0] ?? '' };
  const properties = Object.entries(given).flatMap(([pid, v]) => (v ? [{ pid, v }] : []));
  return { query: name, type: 'organization', type_strict: 'should', properties };
}

/** Milliseconds of each batch. */
async function post(endpoint: string, bodies: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  const queue = bodies.values();
  const client = async () => {
    for (const body of queue) {
      const started = performance.now();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetch(endpoint, { method: 'POST', headers, body });
      const answer = await response.text();
      if (response.status !== 200) throw new Error(`${response.status}: ${answer}`);
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return took;
}
