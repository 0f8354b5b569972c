import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Scope } from '../../../src/contract/vocabulary.js';
import { displayPrefix, hashApiKey, makeApiKey } from '../../../src/domain/accounts/api-key.js';
import { buildServer, type HttpServer, type ServerOptions } from '../../../src/http/server.js';
import type { Account, Ledger } from '../../../src/store/store.js';
import { openLedger } from '../../support/store.js';
import { inventedOperations } from './operations.js';

export const NOW = Date.UTC(2026, 4, 5, 10, 20, 30);

export interface Service {
  readonly app: HttpServer;
  readonly ledger: Ledger;
  readonly account: Account;
  readonly key: string;
  readonly keyId: string;
  readonly port: number;
  readonly clock: { now: number };
  readonly logged: unknown[];
  readonly ledgerPath: string;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Bytes as they are on a connection of its own, until the server closes it. */
  raw(text: string): Promise<string>;
  newKey(scopes: readonly Scope[], expiresAt?: number | null): Promise<{ key: string; id: string }>;
  available(): Promise<number>;
  charges(): Promise<{ requests: number; credits: number; refunded: number }>;
  /** Fails where the ledger is inconsistent. */
  stop(): Promise<void>;
}

/** An answer of either kind, as tests read it. */
interface Body {
  readonly data: { readonly id: string; readonly name: string };
  readonly meta: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string };
  readonly errors: readonly { readonly parameter: string; readonly message: string }[];
  readonly detail: string;
}

export async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

interface Choices extends Partial<ServerOptions> {
  readonly credits?: number;
  readonly perMinute?: number;
  /** Told of every request, as the log is at level info. */
  readonly info?: (entry: object) => void;
  /** A ledger around the real one, to hold it at a chosen moment. */
  readonly around?: (ledger: Ledger) => Ledger;
}

/** The real server on a free port over a real ledger file, with operations invented for the test. */
export async function startService(choices: Choices = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-http-'));
  const ledgerPath = join(folder, 'ledger.db');
  const ledger = openLedger({ path: ledgerPath, schema: 'migrate', busyTimeoutMs: 50 });
  const clock = { now: NOW };
  const logged: unknown[] = [];
  const account = await ledger.createAccount({
    name: 'Test account',
    monthlyCredits: choices.credits ?? 100,
    requestsPerMinute: choices.perMinute ?? 1_000,
    createdAt: NOW - 1_000,
  });
  const log = (...entry: unknown[]) => void logged.push(entry);
  const app = buildServer({
    operations: inventedOperations(),
    clock: () => clock.now,
    log: { error: log, warn: log, info: choices.info ?? (() => {}) },
    readiness: () => ({ ready: true }),
    corsOrigins: [],
    ...choices,
    ledger: choices.around?.(ledger) ?? ledger,
  });
  const newKey: Service['newKey'] = (scopes, expiresAt = null) =>
    storeKey(ledger, account.id, scopes, expiresAt);
  const { key, id: keyId } = await newKey(['read']);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.node.address() as AddressInfo;
  return {
    app,
    ledger,
    account,
    key,
    keyId,
    port,
    clock,
    logged,
    ledgerPath,
    newKey,
    get: (path, init = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...init.headers },
      }),
    raw: (text) => exchangeBytes(port, text),
    available: async () => (await ledger.balance(account.id, clock.now)).available,
    charges: async () => {
      const rows = await ledger.usage(account.id, 0, Number.MAX_SAFE_INTEGER);
      const sum = (field: 'requests' | 'credits' | 'refunded') =>
        rows.reduce((total, row) => total + row[field], 0);
      return { requests: sum('requests'), credits: sum('credits'), refunded: sum('refunded') };
    },
    stop: async () => {
      await app.close();
      const findings = await ledger.verify();
      await ledger.close();
      rmSync(folder, { recursive: true });
      expect(findings).toEqual([]);
    },
  };
}

/** A key that is good from now on. */
export async function storeKey(
  ledger: Ledger,
  accountId: string,
  scopes: readonly Scope[],
  expiresAt: number | null = null,
) {
  const key = makeApiKey('test', randomBytes);
  const names = { name: 'test', hash: hashApiKey(key), prefix: displayPrefix(key) };
  const { id } = await ledger.createKey({ accountId, ...names, scopes, createdAt: NOW - 1_000, expiresAt });
  return { key, id };
}

function exchangeBytes(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
