import type { FindingItem } from '../../contract/service/operating.js';
import type { Operating, StartedLoad } from '../../operations/admin/dependencies.js';
import { endsWithin } from '../../platform/deadline.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CommandBeside, type CommandEnd, commandBeside } from './command-beside.js';

interface DeskParts {
  readonly folder: DataFolder;
  /** Commands run with this environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly onProblem: (problem: string) => void;
  readonly maxLookMs?: number;
}

/** Max duration of a check, in ms: a client has given up by then. */
const MAX_DOCTOR_MS = 120_000;

type Load = StartedLoad & { readonly command: CommandBeside };

/** Starts and stops loads for an operator, one at a time as `--schedule` does, and checks for problems. */
export class OperatingDesk implements Operating {
  readonly #parts: DeskParts;
  readonly #loads = new Map<string, Load>();
  /** Running commands. */
  readonly #commands = new Set<CommandBeside>();
  #looking: Promise<readonly FindingItem[]> | undefined;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  async loads(): Promise<readonly StartedLoad[]> {
    return [...this.#loads.values()].map(({ command: _command, ...load }) => load);
  }

  async startLoad(sourceId: string): Promise<string | null> {
    const { folder, now } = this.#parts;
    if (folder.kind === 'sample')
      return 'The bundled sample is served; to load a source, set DOSSIER_DATA to its own folder.';
    if (folder.kind === 'replica')
      return 'This node follows the data that another machine publishes; sources are loaded on the builder.';
    const running = this.#running();
    if (running) return `${running.sourceId} is being loaded; one load runs at a time.`;
    const command = this.#run(['ingest', sourceId]);
    this.#loads.set(sourceId, { sourceId, startedAt: now(), endedAt: null, failure: null, command });
    void command.ended.then((end) => this.#ended(sourceId, end));
    return null;
  }

  async stopLoad(sourceId: string): Promise<void> {
    const load = this.#loads.get(sourceId);
    if (!load || load.endedAt !== null) return;
    await load.command.stop();
    // Records that the load was stopped. One that had started to write is finished, which may take hours.
    void this.#run(['ingest', '--finish']).ended.then((end) => this.#clearedUp(sourceId, end));
  }

  /** Concurrent callers share one check. */
  findings(): Promise<readonly FindingItem[]> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#commands].map((command) => command.stop()));
  }

  async #look(): Promise<readonly FindingItem[]> {
    const { maxLookMs = MAX_DOCTOR_MS } = this.#parts;
    const command = this.#run(['doctor']);
    if (!(await endsWithin(maxLookMs, command.ended))) {
      await command.stop();
      return notLooked(`the command dossier doctor did not end within ${maxLookMs / 1_000} s.`);
    }
    const { answer, failure } = await command.ended;
    const { findings } = (answer ?? {}) as { readonly findings?: readonly FindingItem[] };
    return findings ?? notLooked(failure ?? 'the command dossier doctor ended without a result.');
  }

  #running(): Load | undefined {
    return [...this.#loads.values()].find(({ endedAt }) => endedAt === null);
  }

  #ended(sourceId: string, { status, failure: said, isStopped }: CommandEnd): void {
    const load = this.#loads.get(sourceId);
    if (!load) return;
    const isFailed = !isStopped && status !== 0;
    const failure = isFailed ? (said ?? 'The process of the load ended without a result.') : null;
    if (failure !== null) this.#parts.onProblem(`The load of ${sourceId} failed: ${failure}`);
    this.#loads.set(sourceId, { ...load, endedAt: this.#parts.now(), failure });
  }

  #clearedUp(sourceId: string, { status, answer, failure, isStopped }: CommandEnd): void {
    if (isStopped || status === 0) return;
    const { unfinished = [] } = (answer ?? {}) as { readonly unfinished?: readonly string[] };
    const why = failure ?? (unfinished.join(' ') || 'the process ended without a result.');
    this.#parts.onProblem(`The load of ${sourceId} was stopped, but its files could not be removed: ${why}`);
  }

  #run(args: readonly string[]): CommandBeside {
    const { environment, folder } = this.#parts;
    const command = commandBeside(args, { ...environment, DOSSIER_DATA: folder.path });
    this.#commands.add(command);
    void command.ended.then(() => this.#commands.delete(command));
    return command;
  }
}

function notLooked(why: string): readonly FindingItem[] {
  const what = `The check failed: ${why}`;
  return [{ subject: 'folder', ok: false, what, cure: 'Run: dossier doctor' }];
}
