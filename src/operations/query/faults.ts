import { invalidParams, type ParameterFault } from '../../contract/errors.js';

/** Faults of a request's parameters: a client learns all of them at once. */
export class Faults {
  readonly #faults: ParameterFault[] = [];

  add(parameter: string, message: string): null {
    this.#faults.push({ parameter, message });
    return null;
  }

  /** Adds faults of parameters that have none so far: a value that could not be read breaks no further rule. */
  ofOthers(): Pick<Faults, 'add'> {
    const read = new Set(this.#faults.map(({ parameter }) => parameter));
    return { add: (parameter, message) => (read.has(parameter) ? null : this.add(parameter, message)) };
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
