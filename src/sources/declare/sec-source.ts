import type { SecFact } from '../../domain/sec/sec.js';
import type { Declared, Expectation } from './declared.js';

/** Files that state SEC facts; their readers are their own, the engine is the same. */
export interface SecSource extends Declared {
  readonly kind: 'sec';
  readonly delivery: 'snapshot' | 'increment' | 'window';
  readonly expect: Expectation;
  readonly input: SecInput;
}

export type SecInput =
  /** JSON documents, one per file or zip member. `undefined`: not a document of this source. */
  | {
      readonly kind: 'documents';
      readonly facts: (name: string, document: unknown, warn: Warn) => Iterable<SecFact>;
    }
  /** Text lines; `open` reads the header and returns the line parser, so that one source reads several layouts. */
  | { readonly kind: 'lines'; readonly open: (name: string) => LineParser };

/** Takes the file's lines one by one. */
export interface LineParser {
  /**
   * Returns the line's fact, or `undefined` for a header or blank line. Returns a sentence if the line is not
   * a row; it is then counted as rejected. Throws if the file does not belong to this source.
   */
  line(text: string): SecFact | string | undefined;
  /** The span that a complete file vouches for (a quarter), or undefined. Valid after the last line. */
  scope(): { readonly from: string; readonly to: string } | undefined;
}

export type Warn = (code: string, detail: string) => void;

export function defineSecSource(source: Omit<SecSource, 'kind'>): SecSource {
  return { ...source, kind: 'sec' };
}
