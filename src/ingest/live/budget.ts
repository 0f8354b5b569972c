const MINUTE_MS = 60_000;

/** How many reads of portals an account may cause in a minute; the portals' patience is shared by all of them. */
export class Budget {
  readonly #used = new Map<string, { minute: number; reads: number }>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
    /** How many nodes share the budget. */
    private readonly nodes: () => number = () => 1,
  ) {}

  /** Takes the reads, all or none. Callers without an account share one. */
  take(accountId: string | null, reads: number): boolean {
    const minute = Math.floor(this.now() / MINUTE_MS);
    const key = accountId ?? '';
    const known = this.#used.get(key);
    const used = known?.minute === minute ? known.reads : 0;
    if (used + reads > Math.max(1, Math.floor(this.perMinute / this.nodes()))) return false;
    this.#used.set(key, { minute, reads: used + reads });
    return true;
  }

  secondsLeft(): number {
    return Math.ceil((MINUTE_MS - (this.now() % MINUTE_MS)) / 1_000);
  }
}
