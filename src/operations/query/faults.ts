import { invalidParams, type ParameterFault } from '../../contract/errors.js';

/** Faults of a request's parameters: a client learns all of them at once. */
export class Faults {
  readonly #faults: ParameterFault[] = [];

  add(parameter: string, message: string): null {
    this.#faults.push({ parameter, message });
    return null;
  }

  /** Throws the 400 if there is any. */
  check(): void {
    if (this.#faults.length > 0) throw invalidParams(...this.#faults);
  }
}

/** The value that a client sent, shortened so that an answer never echoes a flood. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
