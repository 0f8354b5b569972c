import { startWaitClock } from '../../support/processes/processor-waits.js';
import type { Victim } from '../support.js';
import type { LiveVictim } from './live-victim.js';

/** The register of Colorado. */
const HOST = 'data.colorado.gov';
const GIVEN_UP_MS = 30_000;

export interface Timed {
  readonly status: number;
  /** Without the waits for a processor that others had. */
  readonly ms: number;
}

/** Two look-ups of one record and a search, of a portal whose body drips. */
export function askOfDrip(victim: LiveVictim): Promise<readonly Timed[]> {
  victim.portal.behave(HOST, { kind: 'drips', everyMs: 50 });
  const paths = ['entity/CO:1', 'entity/CO:1', 'search?name=aspen&state=CO'];
  return Promise.all(paths.map((path) => ask(victim, path)));
}

/** Look-ups and searches by turns, of a portal that answers each with this; every one of them asks it. */
export async function askOfHostile(victim: LiveVictim, body: Buffer, name: string): Promise<Set<number>> {
  victim.portal.behave(HOST, { kind: 'text', body });
  const statuses = new Set<number>();
  for (let turn = 0; turn < 3; turn += 1) {
    for (const path of [`entity/CO:${name}${turn}`, `search?name=${name}+${turn}&state=CO`])
      statuses.add((await ask(victim, path)).status);
  }
  return statuses;
}

/** Batches of a hundred searches each, of a portal that is down; gives their sum. */
export async function searchBroken(victim: LiveVictim, batches: number): Promise<BatchCost> {
  victim.portal.behave(HOST, { kind: 'fails', status: 500 });
  const sum = { succeeded: 0, cost: 0 };
  for (let batch = 0; batch < batches; batch += 1) {
    const items = Array.from({ length: 100 }, (_, at) => ({
      operation: 'searchEntities',
      parameters: { name: `aspen ${batch} ${at}`, state: 'CO' },
    }));
    const { succeeded, cost } = await postBatch(victim, items);
    sum.succeeded += succeeded;
    sum.cost += cost;
  }
  return sum;
}

/** The same look-ups again and again under one Idempotency-Key, each time after so many milliseconds. */
export async function repeatBatch(
  service: Pick<Victim, 'url' | 'key'>,
  ids: readonly string[],
  pauses: readonly number[],
  pass: (ms: number) => unknown,
): Promise<BatchCost[]> {
  const items = ids.map((id) => ({ operation: 'getEntity', parameters: { id } }));
  const answers: BatchCost[] = [];
  for (const pause of pauses) {
    await pass(pause);
    answers.push(await postBatch(service, items, { 'idempotency-key': 'again-and-again' }));
  }
  return answers;
}

export interface BatchCost {
  /** Items that were answered 200. */
  readonly succeeded: number;
  readonly cost: number;
}

async function postBatch(
  { url, key }: Pick<Victim, 'url' | 'key'>,
  items: readonly object[],
  more: Readonly<Record<string, string>> = {},
): Promise<BatchCost> {
  const response = await fetch(`${url}/api/v1/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify({ items }),
  });
  const { meta } = (await response.json()) as { meta: { succeeded: number } };
  return { succeeded: meta.succeeded, cost: Number(response.headers.get('x-credits-cost')) };
}

async function ask({ url, key, pid }: Victim, path: string): Promise<Timed> {
  const waited = startWaitClock([pid, process.pid]);
  const before = performance.now();
  const response = await fetch(`${url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(GIVEN_UP_MS),
  });
  await response.text();
  return { status: response.status, ms: performance.now() - before - waited() };
}
