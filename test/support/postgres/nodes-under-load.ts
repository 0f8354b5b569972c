import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import type { LedgerFinding } from '../../../src/store/store.js';

/** Requests of a node at a time. */
const WAITING = 64;

/** An account, and a key of it. */
export interface Payer {
  readonly accountId: string;
  readonly keyId: string;
}

/** Requests of a node by what came of them. */
export class ChargingNode {
  readonly answered = new Set<string>();
  readonly refused = new Set<string>();
  readonly lost = new Set<string>();
  readonly away = new Set<string>();
  /** Whether a busy machine let it stand still for more than a second. */
  stoodStill = false;
  /** The last line, when it ended by itself. */
  ended: string | undefined;
  readonly #child: ChildProcessWithoutNullStreams;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
  }

  /** It charges when this resolves. The accounts pay in turn. */
  static async start(
    name: string,
    postgres: PostgresOptions,
    payers: readonly Payer[],
  ): Promise<ChargingNode> {
    const node = await ChargingNode.startHeld(name, postgres, payers);
    node.go();
    return node;
  }

  /** It is ready when this resolves, and charges from `go` on. */
  static async startHeld(
    name: string,
    postgres: PostgresOptions,
    payers: readonly Payer[],
  ): Promise<ChargingNode> {
    const options = JSON.stringify({ postgres: { ...postgres, node: name }, schema: 'current' });
    const child = spawn(process.execPath, [
      resolve('test/support/postgres/charging-node.mjs'),
      resolve('dist/src/store/postgres/ledger/ledger.js'),
      ...[options, name, JSON.stringify(payers), String(WAITING)],
    ]);
    child.stderr.pipe(process.stderr);
    const node = new ChargingNode(child);
    const ready = new Promise<void>((begun) => {
      createInterface({ input: child.stdout }).on('line', (line) =>
        line === 'ready' ? begun() : node.#hear(line),
      );
    });
    await Promise.race([ready, once(child, 'close').then(() => Promise.reject(new Error(`${name} ended`)))]);
    return node;
  }

  go(): void {
    this.#child.stdin.write('go\n');
  }

  /** Resolves when so many were answered. */
  async answers(count: number): Promise<void> {
    while (this.answered.size < count) {
      if (this.#child.exitCode !== null) throw new Error('The node ended before.');
      await new Promise((passed) => setTimeout(passed, 20));
    }
  }

  async stop(): Promise<void> {
    const closed = once(this.#child, 'close');
    if (this.#child.exitCode === null) this.#child.stdin.write('stop\n');
    await closed;
    if (this.ended === undefined) throw new Error('The node did not end by itself.');
  }

  async untilEnd(): Promise<void> {
    if (this.ended === undefined) await once(this.#child, 'close');
  }

  async kill(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  #hear(line: string): void {
    const [kind, id = ''] = line.split(' ');
    if (kind === 'A') this.answered.add(id);
    else if (kind === 'R') this.refused.add(id);
    else if (kind === 'L') this.lost.add(id);
    else if (kind === 'U') this.away.add(id);
    else if (kind === 'S') this.stoodStill = true;
    else if (kind === 'E') this.ended = line;
  }
}

/** What the books say of all that nodes told. */
export interface Books {
  /** Answers without a charge that stands. */
  readonly unpaid: number;
  /** Requests that are charged twice. */
  readonly twice: number;
  /** Requests that were told to be lost or away, and are charged. */
  readonly owed: number;
  /** Requests of which nothing was told, and that are charged: those in flight of a node that was killed. */
  readonly surplus: number;
  readonly findings: readonly LedgerFinding[];
}

/** `rows`: request ids of charges that stand. */
export async function booksOf(
  postgres: PostgresOptions,
  rows: readonly string[],
  nodes: readonly ChargingNode[],
): Promise<Books> {
  const standing = new Set(rows);
  const reported = (sets: readonly ReadonlySet<string>[]) => sets.flatMap((set) => [...set]);
  const answered = new Set(reported(nodes.map((node) => node.answered)));
  const refused = new Set(reported(nodes.flatMap((node) => [node.lost, node.away, node.refused])));
  const ledger = await openPostgresLedger({ postgres, schema: 'current' });
  const findings = await ledger.verify();
  await ledger.close();
  return {
    unpaid: [...answered].filter((id) => !standing.has(id)).length,
    twice: rows.length - standing.size,
    owed: [...refused].filter((id) => standing.has(id)).length,
    surplus: [...standing].filter((id) => !answered.has(id) && !refused.has(id)).length,
    findings,
  };
}
