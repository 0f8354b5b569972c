import type { FindingItem } from '../../contract/service/operating.js';
import type { Operating, StartedLoad } from '../../operations/admin/dependencies.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CommandBeside, type CommandEnd, commandBeside } from './command-beside.js';

interface DeskParts {
  readonly folder: DataFolder;
  /** Its settings are those of the commands. */
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly onProblem: (problem: string) => void;
}

type Load = StartedLoad & { readonly command: CommandBeside };

/** Starts and stops loads for an operator, one at a time as `--schedule` does, and looks for what is wrong. */
export class OperatingDesk implements Operating {
  readonly #parts: DeskParts;
  readonly #loads = new Map<string, Load>();
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
      return 'The bundled sample is served; a source is loaded into a folder of its own.';
    if (folder.kind === 'replica')
      return 'This node follows what another machine publishes; sources are loaded on the builder.';
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
    // It says of the load that it was given up, or finishes it if it had begun to write.
    await this.#run(['ingest', '--finish']).ended;
  }

  /** Those who ask at once share one look. */
  findings(): Promise<readonly FindingItem[]> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    await this.#running()?.command.stop();
  }

  async #look(): Promise<readonly FindingItem[]> {
    const { answer, failure } = await this.#run(['doctor']).ended;
    const { findings } = (answer ?? {}) as { readonly findings?: readonly FindingItem[] };
    if (findings) return findings;
    const what = `It could not be looked: ${failure ?? 'the command dossier doctor ended without an answer.'}`;
    return [{ subject: 'folder', ok: false, what, cure: 'Run: dossier doctor' }];
  }

  #running(): Load | undefined {
    return [...this.#loads.values()].find(({ endedAt }) => endedAt === null);
  }

  #ended(sourceId: string, { status, failure: said, isStopped }: CommandEnd): void {
    const load = this.#loads.get(sourceId);
    if (!load) return;
    const isFailed = !isStopped && status !== 0;
    const failure = isFailed ? (said ?? 'The process of the load ended without an answer.') : null;
    if (failure !== null) this.#parts.onProblem(`The load of ${sourceId} failed: ${failure}`);
    this.#loads.set(sourceId, { ...load, endedAt: this.#parts.now(), failure });
  }

  #run(args: readonly string[]): CommandBeside {
    return commandBeside(args, { ...this.#parts.environment, DOSSIER_DATA: this.#parts.folder.path });
  }
}
