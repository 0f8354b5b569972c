import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The folder in which Debian and its kin keep the programs of the version that the figures are of. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin';

/** The programs of PostgreSQL 15 or later on this machine, the newest first asked for by `pg_config`; undefined: none. */
export function findPostgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : [];
  const folders = versions
    .sort((one, other) => Number(one) - Number(other))
    .map((name) => join(debian, name, 'bin'));
  return [configured(), ...folders].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'initdb')),
  );
}

function configured(): string | undefined {
  try {
    return execFileSync('pg_config', ['--bindir'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** A PostgreSQL server of its own in a folder of its own, reached through a socket there; no port is opened. */
export class PostgresCluster {
  readonly folder: string;
  readonly #programs: string;
  readonly #settings: Readonly<Record<string, string>>;

  constructor(folder: string, programs: string, settings: Readonly<Record<string, string>>) {
    if (!existsSync(join(programs, 'initdb')))
      throw new Error(
        `PostgreSQL is not in ${programs}; install it or name its bin folder with --postgres-bin.`,
      );
    this.folder = folder;
    this.#programs = programs;
    this.#settings = settings;
  }

  start(): void {
    this.#makeFolder();
    this.#execute('initdb', [
      '-D',
      this.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ]);
    this.resume();
  }

  /** Makes the folder a standby of another server and starts it; the other knows it as `name`. */
  startAsStandbyOf(primary: PostgresCluster, name: string): void {
    this.#makeFolder();
    const from = `host=${primary.folder} user=postgres application_name=${name}`;
    this.#execute('pg_basebackup', ['-d', from, '-D', this.#data, '-R', '-X', 'stream', '-c', 'fast', '-N']);
    this.follow(primary, name);
    this.resume();
  }

  /** From its next start on it follows that server. */
  follow(primary: PostgresCluster, name: string): void {
    const from = `host=${primary.folder} user=postgres application_name=${name}`;
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  }

  /** Starts a server that was made before. */
  resume(): void {
    const options = Object.entries({
      ...this.#settings,
      listen_addresses: "''",
      unix_socket_directories: this.folder,
    }).map(([name, value]) => `-c ${name}=${value}`);
    const log = join(this.folder, 'log');
    this.#execute('pg_ctl', ['start', '-w', '-D', this.#data, '-l', log, '-o', options.join(' ')]);
  }

  stop(): void {
    if (this.isStarted) this.#execute('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', this.#data]);
  }

  promote(): void {
    this.#execute('pg_ctl', ['promote', '-w', '-D', this.#data]);
  }

  /** Sends a signal to the server and all its processes; SIGKILL ends it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    const [line = ''] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n');
    const first = Number(line);
    // While it stands still it makes no process that this would miss, and the number of one that ended stays its own.
    process.kill(first, 'SIGSTOP');
    pauseUntil(() => isIn(first, 'T'));
    const children = execFileSync('pgrep', ['-P', line], { encoding: 'utf8' }).trim().split('\n');
    const all = [first, ...children.map(Number)];
    for (const pid of all) process.kill(pid, signal);
    if (signal !== 'SIGKILL') return;
    // A server that starts before they are gone finds their shared memory in use.
    pauseUntil(() => all.every((pid) => isIn(pid, 'Z')));
    rmSync(join(this.#data, 'postmaster.pid'));
    rmSync(join(this.folder, '.s.PGSQL.5432.lock'), { force: true });
  }

  get isStarted(): boolean {
    return existsSync(join(this.#data, 'postmaster.pid'));
  }

  /** For programs that speak the protocol. */
  urlOf(database: string): string {
    return `postgres://postgres@/${database}?host=${this.folder}`;
  }

  /** Runs lines of SQL and psql commands in one session; answers what they print, values alone. */
  async run(lines: string, database = 'postgres'): Promise<string> {
    const { input, done } = this.#psql(['-f', '-'], database);
    input.end(`${lines}\n`);
    return (await done).trim();
  }

  /** A COPY that is fed through `input`. */
  copy(statement: string): { readonly input: Writable; readonly done: Promise<string> } {
    return this.#psql(['-c', statement], 'postgres');
  }

  get #data(): string {
    return join(this.folder, 'data');
  }

  #makeFolder(): void {
    mkdirSync(this.folder, { recursive: true });
    if (isRoot()) execFileSync('chown', ['postgres', this.folder]);
  }

  #psql(more: readonly string[], database: string): { input: Writable; done: Promise<string> } {
    const quiet = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
    const [program, ...given] = this.#asOwner('psql', [
      ...quiet,
      ...['-h', this.folder, '-U', 'postgres', '-d', database],
      ...more,
    ]);
    const child = spawn(program, given, { stdio: ['pipe', 'pipe', 'inherit'], cwd: this.folder });
    return {
      input: child.stdin,
      done: Promise.all([text(child.stdout), ended(child)]).then(([output]) => output),
    };
  }

  #execute(program: string, given: readonly string[]): void {
    const [first, ...rest] = this.#asOwner(program, given);
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: this.folder });
  }

  /** PostgreSQL refuses to run as root. */
  #asOwner(program: string, given: readonly string[]): [string, ...string[]] {
    const path = join(this.#programs, program);
    return isRoot() ? ['runuser', '-u', 'postgres', '--', path, ...given] : [path, ...given];
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`psql ended with ${String(code)}.`)),
    );
  });
}

function pauseUntil(isSo: () => boolean): void {
  for (let tried = 0; tried < 500 && !isSo(); tried += 1) execFileSync('sleep', ['0.01']);
}

/** Whether the process is in this state of proc_pid_stat(5), or is none. */
function isIn(pid: number, state: 'T' | 'Z'): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(`) ${state} `);
  } catch {
    return true;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
