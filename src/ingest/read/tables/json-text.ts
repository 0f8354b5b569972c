import { InputError } from '../support/context.js';
import { lineTooLong } from './text.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses the objects of a JSON array, of an array in an object's member `records`, or of concatenated objects (NDJSON), from
 * text across chunk boundaries. Only searches for the end of each object; JSON.parse parses the objects.
 */
export class JsonText {
  #text = '';
  #count = 0;
  #state: 'start' | 'items' | 'closed' = 'start';
  #isArray = false;
  #isWrapped = false;

  constructor(
    private readonly label: string,
    private readonly maxLength: number,
  ) {}

  /**
   * Returns the objects that end in this text. Throws InputError if the text is not JSON of that structure.
   */
  push(text: string): JsonObject[] {
    this.#text += text;
    const objects: JsonObject[] = [];
    let position = this.#skipBetween(0);
    while (position < this.#text.length) {
      const end = objectEnd(this.#text, position);
      if (end < 0) break;
      objects.push(this.#parse(this.#text.slice(position, end)));
      position = this.#skipBetween(end);
    }
    this.#text = this.#text.slice(position);
    if (this.#text.length > this.maxLength) throw lineTooLong(this.label, this.maxLength);
    return objects;
  }

  /** Throws InputError if the file was truncated. */
  end(): void {
    if (this.#text === '' && !this.#isWrapped && (!this.#isArray || this.#state === 'closed')) return;
    throw new InputError(`${this.label} is truncated: its JSON ends after object ${this.#count}.`);
  }

  /** Skips white space, commas and the brackets of the array; returns the start of the next object. */
  #skipBetween(from: number): number {
    let position = from + this.#wrapperLength();
    for (; position < this.#text.length; position += 1) {
      const character = this.#text.charAt(position);
      if (isBlank(character)) continue;
      if (character === '{' && this.#state !== 'closed') break;
      this.#between(character);
    }
    return position;
  }

  /** The list may be the member `records` of one object. */
  #wrapperLength(): number {
    const [wrapper] = (this.#state === 'start' && WRAPPER.exec(this.#text)) || [''];
    if (wrapper === '') return 0;
    this.#isWrapped = true;
    return wrapper.length;
  }

  #between(character: string): void {
    if (character === '[' && this.#state === 'start') {
      this.#isArray = true;
      this.#state = 'items';
    } else if (character === ']' && this.#isArray && this.#state === 'items') {
      this.#state = 'closed';
    } else if (character === '}' && this.#isWrapped && this.#state === 'closed') {
      this.#isWrapped = false;
    } else if (character !== ',' || !this.#isArray || this.#state !== 'items' || this.#count === 0) {
      throw new InputError(
        `${this.label} is not a list of JSON objects: "${character}" after object ${this.#count}.`,
      );
    }
  }

  #parse(text: string): JsonObject {
    this.#count += 1;
    this.#state = 'items';
    try {
      return JSON.parse(text) as JsonObject;
    } catch (error) {
      throw new InputError(`${this.label} is damaged: object ${this.#count} is not valid JSON.`, {
        cause: error,
      });
    }
  }
}

/** The position after the closing brace of the object at `start`, or -1 if the text ends before it. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      if (at < 0) return -1;
    } else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The closing quote of the string at `start`, or -1. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

const WRAPPER = /^\s*\{\s*"records"\s*:\s*(?=\[)/;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
