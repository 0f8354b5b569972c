import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root.js';

/** A machine of the cluster: a folder of its own, a name, a log, and processes of `dossier`. */
export class Machine {
  readonly log: string;
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  /** `shared`: the settings that all machines have. */
  constructor(
    readonly name: string,
    folder: string,
    shared: Readonly<Record<string, string>>,
  ) {
    this.log = join(folder, `${name}.log`);
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DOSSIER_'));
    this.#settings = {
      ...Object.fromEntries(own.map(([key, value = '']) => [key, value])),
      ...shared,
      DOSSIER_NODE: name,
      DOSSIER_DATA: join(folder, name),
    };
  }

  /** Runs a command to its end; gives what it printed. Rejects if it fails. */
  async run(args: readonly string[]): Promise<string> {
    const [status, printed] = await this.#finish(this.#spawn(args));
    if (status === 0) return printed;
    throw new Error(`On ${this.name}, dossier ${args.join(' ')} failed; see ${this.log}`);
  }

  /** Begins a command, for `kill`. */
  begin(args: readonly string[]): void {
    this.#child = this.#spawn(args);
  }

  /** Whether the command that was begun has ended. */
  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Starts `dossier serve`; gives its address once it is ready. */
  async serve(): Promise<string> {
    const child = this.#spawn(['serve', '--json', '--port', '0']);
    this.#child = child;
    let printed = '';
    for await (const piece of child.stdout ?? []) {
      printed += String(piece);
      if (printed.includes('\n')) return (JSON.parse(printed) as { url: string }).url;
    }
    throw new Error(`${this.name} ended before it was ready; see ${this.log}`);
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** At once, without waiting. */
  drop(): void {
    this.#child?.kill('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.hasEnded) return;
    const closed = once(child, 'exit');
    child.kill(signal);
    await closed;
  }

  #spawn(args: readonly string[]): ChildProcess {
    appendFileSync(this.log, `$ dossier ${args.join(' ')}\n`);
    const child = spawn(process.execPath, [join(packageRoot(), 'bin/dossier.js'), ...args], {
      env: this.#settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.on('data', (piece) => appendFileSync(this.log, piece));
    return child;
  }

  async #finish(child: ChildProcess): Promise<readonly [status: number | null, printed: string]> {
    this.#child = child;
    let printed = '';
    child.stdout?.on('data', (piece) => {
      printed += String(piece);
    });
    const [status] = (await once(child, 'close')) as [number | null];
    appendFileSync(this.log, printed);
    return [status, printed];
  }
}
