import { type Block, StateUnavailableError, type Windows } from '../store/store.js';
import type { NodeClock } from './node-clock.js';

/** How much one name was given, and in which minute of the server's. */
export type Given = Block & { readonly minute: number };

interface Question {
  /** In a minute, over all nodes. */
  readonly limit: number;
  /** How many are needed now. */
  readonly waiting: 0 | 1;
  /** How many the node holds when it asks; null: none is taken ahead of need. */
  readonly unused: (() => number) | null;
  /** Called with the response before the other callers for the name. */
  readonly first?: (given: Given) => void;
}

interface Request {
  readonly question: Question;
  readonly callers: { resolve(given: Given): void; reject(error: unknown): void }[];
  waiting: number;
}

/** In one statement. */
const MAX_NAMES = 500;
/** Pause after a server did not respond, in ms. */
const AWAY_MS = 1_000;

/** Asks for many names at once: what comes while an answer is awaited goes together into the next statement. */
export class GatheredCounts {
  #requests = new Map<string, Request>();
  #isAsking = false;
  #awayUntil = 0;

  constructor(
    private readonly windows: Windows,
    private readonly clock: NodeClock,
  ) {}

  /** `place`: how many of those who needed one came before. Rejects with `StateUnavailableError`. */
  async ask(name: string, question: Question): Promise<{ readonly given: Given; readonly place: number }> {
    const request = this.#requests.get(name) ?? { question, callers: [], waiting: 0 };
    this.#requests.set(name, request);
    const place = request.waiting;
    request.waiting += question.waiting;
    const answered = new Promise<Given>((resolve, reject) => request.callers.push({ resolve, reject }));
    void this.#askAll();
    return { given: await answered, place };
  }

  async #askAll(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    // Requests of one turn of the event loop are sent together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#requests.size > 0) {
      const all = [...this.#requests];
      this.#requests = new Map(all.slice(MAX_NAMES));
      await this.#answer(new Map(all.slice(0, MAX_NAMES)));
    }
    this.#isAsking = false;
  }

  async #answer(requests: ReadonlyMap<string, Request>): Promise<void> {
    try {
      const given = await this.#take(requests);
      for (const [index, { question, callers }] of [...requests.values()].entries()) {
        const one = given[index] as Given;
        question.first?.(one);
        for (const { resolve } of callers) resolve(one);
      }
    } catch (error) {
      for (const { callers } of requests.values()) for (const { reject } of callers) reject(error);
    }
  }

  async #take(requests: ReadonlyMap<string, Request>): Promise<readonly Given[]> {
    if (performance.now() < this.#awayUntil)
      throw new StateUnavailableError('PostgreSQL did not count a moment ago.');
    try {
      const { at, minute, blocks } = await this.windows.take(
        [...requests].map(([name, { question, waiting }]) => ({
          ...{ name, waiting, limit: question.limit },
          unused: question.unused?.() ?? null,
        })),
      );
      this.clock.set(at);
      return blocks.map((block) => ({ ...block, minute }));
    } catch (error) {
      this.#awayUntil = performance.now() + AWAY_MS;
      throw error;
    }
  }
}
