import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Where Debian and its kin keep the programs of the version that the figures are of. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';

/** A PostgreSQL server of its own in a folder of its own, reached through a socket there; no port is opened. */
export class PostgresCluster {
  readonly #folder: string;
  readonly #programs: string;
  readonly #settings: Readonly<Record<string, string>>;
  #runs = false;

  constructor(folder: string, programs: string, settings: Readonly<Record<string, string>>) {
    if (!existsSync(join(programs, 'initdb')))
      throw new Error(
        `PostgreSQL is not in ${programs}; install it or name its bin folder with --postgres-bin.`,
      );
    this.#folder = folder;
    this.#programs = programs;
    this.#settings = settings;
  }

  start(): void {
    mkdirSync(this.#folder, { recursive: true });
    if (isRoot()) execFileSync('chown', ['postgres', this.#folder]);
    this.#execute('initdb', ['-D', this.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
    const options = Object.entries({
      ...this.#settings,
      listen_addresses: "''",
      unix_socket_directories: this.#folder,
    }).map(([name, value]) => `-c ${name}=${value}`);
    const log = join(this.#folder, 'log');
    this.#execute('pg_ctl', ['start', '-w', '-D', this.#data, '-l', log, '-o', options.join(' ')]);
    this.#runs = true;
  }

  stop(): void {
    if (this.#runs) this.#execute('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', this.#data]);
    this.#runs = false;
  }

  /** Runs lines of SQL and psql commands in one session; answers what they print, values alone. */
  async run(lines: string): Promise<string> {
    const { input, done } = this.#psql(['-f', '-']);
    input.end(`${lines}\n`);
    return (await done).trim();
  }

  /** A COPY that is fed through `input`. */
  copy(statement: string): { readonly input: Writable; readonly done: Promise<string> } {
    return this.#psql(['-c', statement]);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #psql(more: readonly string[]): { input: Writable; done: Promise<string> } {
    const quiet = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
    const [program, ...given] = this.#asOwner('psql', [
      ...quiet,
      ...['-h', this.#folder, '-U', 'postgres', '-d', 'postgres'],
      ...more,
    ]);
    const child = spawn(program, given, {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: this.#folder,
    });
    const ended = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`psql ended with ${String(code)}.`)),
      );
    });
    return { input: child.stdin, done: Promise.all([text(child.stdout), ended]).then(([output]) => output) };
  }

  #execute(program: string, given: readonly string[]): void {
    const [first, ...rest] = this.#asOwner(program, given);
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: this.#folder });
  }

  /** PostgreSQL refuses to run as root. */
  #asOwner(program: string, given: readonly string[]): [string, ...string[]] {
    const path = join(this.#programs, program);
    return isRoot() ? ['runuser', '-u', 'postgres', '--', path, ...given] : [path, ...given];
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
