/** The open parts of a service, each with the function that closes it. */
export class Parts {
  readonly #closing: (() => unknown)[] = [];

  /** Adds a part; it is closed before the parts that were added earlier. */
  add(close: () => unknown): void {
    this.#closing.push(close);
  }

  /** Closes all parts, last first, even if some fail; rejects with the failures. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closing.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join(' '));
    if (failures.length > 0) throw failures[0];
  }
}
