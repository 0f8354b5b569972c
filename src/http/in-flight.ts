/** Requests in progress, including those whose client has disconnected and must be refunded. */
export class RequestsInFlight {
  #count = 0;
  #onIdle: (() => void) | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }

  /** Resolves when none is left, or after `maxMs`. */
  async idle(maxMs: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, maxMs);
      this.#onIdle = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  }
}
