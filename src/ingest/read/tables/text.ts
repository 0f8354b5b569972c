import { StringDecoder } from 'node:string_decoder';
import type { Warn } from '../../../sources/declare/index.js';
import { InputError } from '../support/context.js';

/**
 * Decodes UTF-8 across chunk boundaries and drops a byte order mark. Invalid bytes become U+FFFD and are reported once a chunk
 * as `not_utf8`: one bad byte in three million rows neither fails a run nor goes unnoticed.
 */
export class Utf8Text {
  readonly #decoder = new StringDecoder('utf8');
  #atStart = true;

  constructor(
    private readonly label: string,
    private readonly warn: Warn,
  ) {}

  push(chunk: Buffer): string {
    return this.#check(this.#decoder.write(chunk));
  }

  end(): string {
    return this.#check(this.#decoder.end());
  }

  #check(text: string): string {
    if (text.includes('\uFFFD')) this.warn('not_utf8', this.label);
    if (!this.#atStart || text === '') return text;
    this.#atStart = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}

/** Splits text into lines, across chunk boundaries; LF and CRLF both end a line. */
export class LineSplitter {
  #rest = '';

  constructor(
    private readonly label: string,
    private readonly maxLength: number,
  ) {}

  /** Returns the lines that end in this text. Throws InputError if a line is too long. */
  push(text: string): string[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > this.maxLength) throw lineTooLong(this.label, this.maxLength);
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] as string;
      if (line.charCodeAt(line.length - 1) === 13) lines[index] = line.slice(0, -1);
    }
    return lines;
  }

  /** The last line if it has no line end, else `undefined`. */
  end(): string | undefined {
    const rest = this.#rest;
    this.#rest = '';
    return rest === '' ? undefined : rest;
  }
}

export function lineTooLong(label: string, maxLength: number): InputError {
  return new InputError(`${label} has a line longer than ${maxLength.toLocaleString('en-US')} characters.`);
}
