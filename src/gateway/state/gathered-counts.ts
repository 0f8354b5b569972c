import type { Block, Windows } from '../../store/store.js';
import type { NodeClock } from './node-clock.js';

/** How much one name was given, and in which minute of the server's. Undefined: the server is away. */
export type Given = (Block & { readonly minute: number }) | undefined;

export interface Question {
  /** In a minute, over all nodes. */
  readonly limit: number;
  /** How many are needed now. */
  readonly waiting: 0 | 1;
  /** How many the node holds when it asks; null: none is taken ahead of need. */
  readonly unused: (() => number) | null;
  /** Hears the answer before all others who asked for the name. */
  readonly first?: (given: Given) => void;
}

interface Request {
  readonly question: Question;
  readonly resolve: ((given: Given) => void)[];
  waiting: number;
}

/** In one statement. */
const NAMES_MOST = 500;
/** A server that did not answer is asked again after so long. */
const AWAY_MS = 1_000;

/** Asks for many names at once: what comes while an answer is awaited goes together into the next statement. */
export class GatheredCounts {
  #asked = new Map<string, Request>();
  #isAsking = false;
  #awayUntil = 0;

  constructor(
    private readonly windows: Windows,
    private readonly clock: NodeClock,
  ) {}

  /** `place`: how many of those who needed one came before. */
  async ask(name: string, question: Question): Promise<{ readonly given: Given; readonly place: number }> {
    const asked = this.#asked.get(name) ?? { question, resolve: [], waiting: 0 };
    this.#asked.set(name, asked);
    const place = asked.waiting;
    asked.waiting += question.waiting;
    const answered = new Promise<Given>((resolve) => asked.resolve.push(resolve));
    void this.#askAll();
    return { given: await answered, place };
  }

  async #askAll(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    // All that is asked for in this turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#asked.size > 0) {
      const all = [...this.#asked];
      this.#asked = new Map(all.slice(NAMES_MOST));
      const now = all.slice(0, NAMES_MOST);
      const given = await this.#take(now);
      for (const [index, [, { question, resolve }]] of now.entries()) {
        question.first?.(given[index]);
        for (const tell of resolve) tell(given[index]);
      }
    }
    this.#isAsking = false;
  }

  async #take(asked: readonly (readonly [string, Request])[]): Promise<readonly Given[]> {
    if (performance.now() < this.#awayUntil) return [];
    try {
      const { at, minute, blocks } = await this.windows.take(
        asked.map(([name, { question, waiting }]) => ({
          ...{ name, waiting, limit: question.limit },
          unused: question.unused?.() ?? null,
        })),
      );
      this.clock.set(at);
      return blocks.map((block) => ({ ...block, minute }));
    } catch {
      this.#awayUntil = performance.now() + AWAY_MS;
      return [];
    }
  }
}
