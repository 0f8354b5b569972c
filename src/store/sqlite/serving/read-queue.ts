import { ReadsBusyError } from '../../store.js';

interface Waiting {
  readonly begin: () => Promise<void>;
  readonly refuse: (why: string) => void;
}

/**
 * Reads that wait for the single reading thread. Accounts take turns, so if an account asks for a hundred reads, other accounts
 * wait for only one of them. The timeout applies only until a read starts: otherwise a queue that is a little too long
 * would make every answer too late.
 */
export class ReadQueue {
  readonly #most: number;
  readonly #waitMostMs: number;
  /** Nobody's is empty; whose turn is next comes first. */
  readonly #accounts = new Map<string, Waiting[]>();
  #count = 0;
  #reads = false;

  /** The most reads at once, including the running one; each begins within the time. */
  constructor(most: number, waitMostMs: number) {
    this.#most = most;
    this.#waitMostMs = waitMostMs;
  }

  /** Rejects with `ReadsBusyError` where it cannot be begun. */
  run<Value>(accountId: string, read: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const refuse = (why: string) => {
        clearTimeout(deadline);
        this.#remove(accountId, waiting);
        reject(new ReadsBusyError(why));
      };
      const begin = async () => {
        clearTimeout(deadline);
        await read().then(resolve, reject);
      };
      const waiting: Waiting = { begin, refuse };
      const deadline = setTimeout(() => refuse(`Not begun within ${this.#waitMostMs} ms.`), this.#waitMostMs);
      this.#accounts.set(accountId, [...(this.#accounts.get(accountId) ?? []), waiting]);
      this.#count += 1;
      this.#next();
      if (this.#count > this.#most) this.#makePlace();
    });
  }

  /** Refuses whatever waits. */
  clear(why: string): void {
    for (const { refuse } of [...this.#accounts.values()].flat()) refuse(why);
  }

  #next(): void {
    const [turn] = this.#accounts;
    if (this.#reads || !turn) return;
    const [accountId, [first, ...others]] = turn;
    this.#accounts.delete(accountId);
    if (others.length > 0) this.#accounts.set(accountId, others);
    this.#reads = true;
    void first?.begin().finally(() => {
      this.#reads = false;
      this.#count -= 1;
      this.#next();
    });
  }

  /** Who has the most waiting loses the last of them. */
  #makePlace(): void {
    const lanes = [...this.#accounts.values()];
    const longest = lanes.reduce((one, other) => (other.length > one.length ? other : one));
    longest.at(-1)?.refuse(`${this.#most} reads wait already.`);
  }

  #remove(accountId: string, waiting: Waiting): void {
    const others = this.#accounts.get(accountId)?.filter((other) => other !== waiting) ?? [];
    if (others.length > 0) this.#accounts.set(accountId, others);
    else this.#accounts.delete(accountId);
    this.#count -= 1;
  }
}
