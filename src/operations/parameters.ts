import { invalidParams, type ParameterFault } from '../contract/errors.js';
import { comparedText } from '../domain/business-names/name-key.js';
import { isCalendarDate } from '../domain/dates.js';

/**
 * Reads query parameters and collects every fault, so that a client learns all of them at once. Blank counts as
 * missing. `check()` throws the 400.
 */
export class Parameters {
  readonly #faults: ParameterFault[] = [];

  fault(parameter: string, message: string): undefined {
    this.#faults.push({ parameter, message });
    return undefined;
  }

  text(value: string | undefined): string | undefined {
    const trimmed = value?.trim();
    return trimmed === '' ? undefined : trimmed;
  }

  /** The words of a name, normalised. */
  words(name: string, value: string | undefined): string | undefined {
    const given = this.text(value);
    if (given === undefined) return undefined;
    const normal = comparedText(given);
    return normal === '' ? this.fault(name, `has no letter and no digit; got ${quoted(given)}.`) : normal;
  }

  /** A fault of each where none of them is given. */
  requireOne<Name extends string>(
    query: { readonly [name in Name]?: string | undefined },
    names: readonly Name[],
  ): void {
    if (names.some((name) => this.text(query[name]) !== undefined)) return;
    const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    for (const name of names) this.fault(name, `at least one of ${list} is needed.`);
  }

  /** Inclusive bounds; above `most` is applied as `most` where the contract says so. */
  integer(
    name: string,
    value: string | undefined,
    { least, otherwise }: { least: number; otherwise: number },
  ): number {
    const text = this.text(value);
    if (text === undefined) return otherwise;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least) return number;
    this.fault(name, `must be a whole number, ${least} or more, of at most 15 digits; got ${quoted(text)}.`);
    return otherwise;
  }

  date(name: string, value: string | undefined): string | undefined {
    const text = this.text(value);
    if (text === undefined) return undefined;
    if (isCalendarDate(text)) return text;
    return this.fault(name, `must be a calendar date YYYY-MM-DD; got ${quoted(text)}.`);
  }

  oneOf<Value extends string>(
    name: string,
    value: string | undefined,
    allowed: readonly Value[],
  ): Value | undefined {
    const text = this.text(value);
    if (text === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === text.toLowerCase());
    return found ?? this.fault(name, `must be one of ${allowed.join(', ')}; got ${quoted(text)}.`);
  }

  order(fromName: string, from: string | undefined, toName: string, to: string | undefined): void {
    if (from !== undefined && to !== undefined && from > to) {
      this.fault(fromName, `must not be after ${toName}; got ${from} and ${to}.`);
    }
  }

  check(): void {
    if (this.#faults.length > 0) throw invalidParams(...this.#faults);
  }
}

/** What the client sent, shortened so that an answer never echoes a flood. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A parameter that may repeat, as a list. */
export function asList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
