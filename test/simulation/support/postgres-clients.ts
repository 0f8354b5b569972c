import pg from 'pg';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { hostsOf } from '../../../src/store/postgres/connection/address.js';
import type { Process, World } from './world.js';

const { connect, query } = pg.Client.prototype;

/** In percent of the flights: the connection breaks somewhere in it, or its answers never come. */
const BREAKS = 4;
const STAYS_SILENT = 4;
const REFUSES = 4;

/** Backends that still exist, and whether they wait for a lock of another one. */
const BACKENDS = `SELECT pid, cardinality(pg_blocking_pids(pid)) > 0 AS "isBlocked" FROM pg_stat_activity WHERE pid = ANY ($1::int[])`;

/** How the program begins a session. */
const SESSION = 'SET synchronous_commit';
/** Timeouts of the server depend on the speed of the machine; the program has its own for all of them. */
const NO_TIMEOUTS = 'SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0';

let nodes = 0;

type Query = (...values: unknown[]) => Promise<unknown>;

interface Statement {
  readonly text: string;
  readonly send: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The clients of a real server, between its driver and the code that uses it: what a process sends in one turn is one flight, and each
 * flight and its answers wait for their turn. Only one flight is on its way at a time, unless the server lets others wait for a lock.
 */
export class PostgresClients {
  readonly #wires = new Map<object, Wire>();
  readonly #processes = new Map<string, Process>();
  readonly #starting = new Set<Process>();
  readonly #control: pg.Client;

  private constructor(
    private readonly world: World,
    options: PostgresOptions,
  ) {
    const [host] = hostsOf(options);
    this.#control = new pg.Client(host);
  }

  static async open(world: World, options: PostgresOptions): Promise<PostgresClients> {
    const clients = new PostgresClients(world, options);
    await clients.#control.connect();
    clients.#install();
    world.outside = () => clients.#settle();
    return clients;
  }

  /** Opens something as a node of its own. What that does until it is open is not part of the simulation. */
  async start<Value>(process: Process, open: (node: string) => Promise<Value>): Promise<Value> {
    // No other run has the name: what ended there may still try to connect.
    nodes += 1;
    const node = `simulated ${nodes}`;
    this.#processes.set(`dossier ${node}`, process);
    this.#starting.add(process);
    const opened = await this.world.works(open(node));
    this.#starting.delete(process);
    return opened;
  }

  /** Breaks the connections of processes that have ended. */
  dropEnded(): void {
    for (const wire of this.#wires.values()) if (!wire.process.isAlive) wire.break();
  }

  async close(): Promise<void> {
    Object.assign(pg.Client.prototype, { connect, query });
    for (const wire of this.#wires.values()) wire.break();
    await this.#control.end();
  }

  #install(): void {
    const clients = this;
    Object.assign(pg.Client.prototype, {
      connect(this: pg.Client) {
        return clients.#connect(this);
      },
      query(this: pg.Client, ...values: unknown[]) {
        const run = (query as unknown as Query).bind(this);
        const wire = clients.#wires.get(this);
        if (!wire) return run(...values);
        const text = textOf(values[0]);
        const send = async () => {
          const result = await run(...values);
          if (text.startsWith(SESSION)) await run(NO_TIMEOUTS);
          return result;
        };
        return clients.#starting.has(wire.process) ? send() : wire.query(text, send);
      },
    });
  }

  async #connect(client: pg.Client): Promise<void> {
    const { application_name: name } = (
      client as unknown as { connectionParameters: { application_name: string } }
    ).connectionParameters;
    const process = this.#processes.get(name);
    const open = async () => void (await (connect as () => Promise<unknown>).call(client));
    if (!process) return await open();
    if (this.#starting.has(process)) await open();
    else {
      await this.world.turn(process, 'connects');
      if (!this.world.isFair && this.world.happens(REFUSES)) throw new Error('connect ECONNREFUSED');
      await this.world.works(open());
    }
    this.#wires.set(client, new Wire(this.world, process, client));
  }

  async #settle(): Promise<boolean> {
    let hasWaited = false;
    for (;;) {
      const wires = [...this.#wires.values()].filter(({ isBusy }) => isBusy);
      if (wires.length === 0) return hasWaited;
      const { rows } = await this.#control.query<{ pid: number; isBlocked: boolean }>(BACKENDS, [
        wires.map(({ pid }) => pid),
      ]);
      const blocked = new Map(rows.map(({ pid, isBlocked }) => [pid, isBlocked]));
      for (const wire of wires) if (!blocked.has(wire.pid)) wire.forget();
      const isQuiet = wires.every((wire) => !wire.isBusy || blocked.get(wire.pid) === true);
      if (isQuiet) return hasWaited;
      hasWaited = true;
    }
  }
}

class Wire {
  readonly pid: number;
  #waiting: Statement[] = [];
  /** Sent and not answered. */
  readonly #open = new Set<Statement>();
  #answers: Promise<void> = Promise.resolve();
  #flights = 0;
  /** The server may still work for a connection that has ended. */
  #state: 'open' | 'ended' | 'forgotten' = 'open';

  constructor(
    private readonly world: World,
    readonly process: Process,
    private readonly client: pg.Client,
  ) {
    this.pid = (client as unknown as { processID: number }).processID;
    client.once('end', () => this.#end());
  }

  get isBusy(): boolean {
    return this.#state === 'ended' || (this.#state === 'open' && this.#flights > 0);
  }

  query(text: string, send: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, send, resolve, reject });
      if (this.#waiting.length === 1) void this.#fly();
    });
  }

  break(): void {
    const { connection } = this.client as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  /** The server has no such connection any more. */
  forget(): void {
    if (this.#state === 'ended') this.#state = 'forgotten';
  }

  async #fly(): Promise<void> {
    const { world, process } = this;
    await world.turn(process, `sends to backend ${this.#waiting[0]?.text}`);
    const flight = this.#waiting.splice(0);
    for (const statement of flight) this.#open.add(statement);
    if (this.#state !== 'open') return this.#lose();
    const breaks = !world.isFair && world.happens(BREAKS);
    const staysSilent = !breaks && !world.isFair && world.happens(STAYS_SILENT);
    // The server may have got the first statements, or all of them.
    const sent = breaks ? flight.slice(0, world.pick([...Array(flight.length + 1).keys()])) : flight;
    const fate = breaks ? `, breaks after ${sent.length}` : staysSilent ? ', silent' : '';
    world.note(`${process.name}: ${flight.map(({ text }) => text).join(' | ')}${fate}`);
    this.#flights += 1;
    const outcomes = await Promise.allSettled(sent.map(({ send }) => send()));
    this.#flights -= 1;
    if (breaks) return this.break();
    if (staysSilent) return;
    this.#answers = this.#answers.then(async () => {
      await world.turn(process, 'is answered');
      for (const [index, statement] of flight.entries()) {
        const outcome = outcomes[index];
        if (!this.#open.delete(statement) || !outcome) continue;
        if (outcome.status === 'fulfilled') statement.resolve(outcome.value);
        else statement.reject(outcome.reason as Error);
      }
    });
  }

  #end(): void {
    this.#state = 'ended';
    if (this.process.isAlive) this.#lose();
  }

  #lose(): void {
    const lost = [...this.#open, ...this.#waiting.splice(0)];
    this.#open.clear();
    for (const { reject } of lost) reject(new Error('Connection terminated unexpectedly'));
  }
}

function textOf(config: unknown): string {
  const text = typeof config === 'string' ? config : (config as { readonly text: string }).text;
  return text.replaceAll(/\s+/g, ' ').slice(0, 44);
}
