import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect } from 'vitest';
import { issueKey } from '../../src/serving/issue-key.js';
import { claimFolder, type FolderKind } from '../../src/store/folder/data-folder.js';
import { newSampleFolder } from '../support/sample.js';
import { openStore } from '../support/store.js';

export interface Folder {
  readonly path: string;
  readonly accountId: string;
  readonly key: string;
}

const UNLIMITED = 1_000_000;

/** A folder with the sample loaded and one account, made at a time, without a limit worth naming. */
export async function sampleWith(credits: number, createdAt: number = Date.now()): Promise<Folder> {
  const folder = await newSampleFolder('dossier-fault-');
  return { path: folder.path, ...(await newAccountIn(folder.path, credits, UNLIMITED, createdAt)) };
}

/** One more account, with a key. */
export async function newAccountIn(
  path: string,
  monthlyCredits: number,
  requestsPerMinute: number,
  createdAt: number = Date.now(),
  kind: FolderKind = 'sample',
): Promise<{ readonly accountId: string; readonly key: string }> {
  const store = await openStore(path, { schema: 'current' });
  const plan = { name: `load ${randomUUID()}`, monthlyCredits, requestsPerMinute, createdAt };
  const { id: accountId } = await store.ledger.createAccount(plan);
  const scopes = ['read'] as const;
  const of = { accountId, name: 'load', scopes, expiresAt: null, now: createdAt };
  const { key } = await issueKey(store.ledger, claimFolder(path, kind), of);
  await store.close();
  return { accountId, key };
}

export function copyOf(folder: Folder, path: string): Folder {
  cpSync(folder.path, path, { recursive: true });
  return { ...folder, path };
}

export interface Books {
  readonly charges: number;
  readonly credits: number;
  readonly refunded: number;
  readonly available: number;
}

/** What the ledger holds, from its file alone; fails where it is inconsistent. */
export async function booksOf({ path, accountId }: Folder): Promise<Books> {
  const store = await openStore(path, { schema: 'current' });
  const { ledger } = store;
  expect(await ledger.verify()).toEqual([]);
  const usage = await ledger.usage(accountId, 0, Number.MAX_SAFE_INTEGER);
  const { available } = await ledger.balance(accountId, Date.now());
  await store.close();
  const sum = (member: 'requests' | 'credits' | 'refunded') =>
    usage.reduce((total, row) => total + row[member], 0);
  expect(available).toBeGreaterThanOrEqual(0);
  return { charges: sum('requests'), credits: sum('credits'), refunded: sum('refunded'), available };
}

/** A request's status once its body has arrived whole; null where the connection broke. */
export type Ask = () => Promise<number | null>;

export function asker(
  url: string,
  key: string,
  connections: number,
  more: Readonly<Record<string, string>> = {},
): Ask & { end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = { agent, headers: { authorization: `Bearer ${key}`, ...more } };
  const ask = () =>
    new Promise<number | null>((resolve) => {
      const sent = request(`${url}/api/v1/search?name=a&limit=1`, options, (response) => {
        response.resume();
        response.on('end', () => resolve(response.complete ? (response.statusCode ?? null) : null));
        response.on('error', () => resolve(null));
      });
      sent.on('error', () => resolve(null));
      sent.end();
    });
  return Object.assign(ask, { end: () => agent.destroy() });
}

/** How often each outcome came, of so many clients that each ask until `enough` says so. */
export async function hammer(
  ask: Ask,
  clients: number,
  enough: (counts: ReadonlyMap<number | null, number>) => boolean,
): Promise<ReadonlyMap<number | null, number>> {
  const counts = new Map<number | null, number>();
  const client = async () => {
    while (!enough(counts)) {
      const outcome = await ask();
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return counts;
}
