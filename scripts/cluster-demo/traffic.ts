import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** A question of the clients, and its price in credits. */
const QUESTIONS: readonly (readonly [path: string, credits: number])[] = [
  ['/api/v1/search?name=willow&state=CO', 1],
  ['/api/v1/entity/CO:20221555001', 1],
  ['/api/v1/sec/search?q=tesla&limit=5', 2],
];
/** Clients that never pause take the processors from the cluster that they test. */
const BETWEEN_MS = 50;
const ANSWER_WITHIN_MS = 10_000;

/** Answers that the clients saw; each request counts once, however often it was sent. */
export interface Seen {
  answers: number;
  /** The price of those answers by the price list. */
  credits: number;
  /** Tries that brought no answer: a 503, or a broken connection. */
  retries: number;
  /** The longest time from the first try to the answer. */
  longestMs: number;
}

/**
 * Clients that ask without a break. A try that brings no answer is repeated under the same `Idempotency-Key` until one
 * comes: so each request is answered in the end, and must be charged exactly once.
 */
export class Traffic {
  readonly seen: Seen = { answers: 0, credits: 0, retries: 0, longestMs: 0 };
  readonly #clients: readonly Promise<void>[];
  readonly #url: string;
  readonly #key: string;
  #isOver = false;

  constructor(url: string, key: string, clients: number) {
    this.#url = url;
    this.#key = key;
    this.#clients = Array.from({ length: clients }, (_, client) => this.#ask(client));
    // It is told by `stop`.
    for (const client of this.#clients) client.catch(() => undefined);
  }

  /** Resolves when so many more were answered. */
  async answers(more: number): Promise<void> {
    const goal = this.seen.answers + more;
    while (this.seen.answers < goal && !this.#isOver) await wait(20);
  }

  /** All requests that were begun are answered then. Rejects if an answer was none that the clients expect. */
  async stop(): Promise<Seen> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return this.seen;
  }

  async #ask(client: number): Promise<void> {
    for (let count = client; !this.#isOver; count += 1) {
      const [path, credits] = QUESTIONS[count % QUESTIONS.length] ?? ['/', 0];
      const begun = performance.now();
      const once = randomUUID();
      while (!(await this.#isAnswered(path, once))) {
        this.seen.retries += 1;
        await wait(100);
      }
      this.seen.answers += 1;
      this.seen.credits += credits;
      this.seen.longestMs = Math.max(this.seen.longestMs, performance.now() - begun);
      await wait(BETWEEN_MS);
    }
  }

  /** False: to be asked again. */
  async #isAnswered(path: string, once: string): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#url}${path}`, {
        headers: { authorization: `Bearer ${this.#key}`, 'idempotency-key': once },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await answer.text();
      if (answer.status === 200) return true;
      // A 409 says that the first try is still at it.
      if ([409, 502, 503, 504].includes(answer.status)) return false;
      this.#isOver = true;
      throw new UnexpectedAnswerError(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      if (error instanceof UnexpectedAnswerError) throw error;
      return false;
    }
  }
}

class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}
