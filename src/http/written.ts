import type { Answer } from '../operations/declare.js';
import type { Content, ContentWriter } from './envelope.js';
import { weakETag } from './etag.js';

/** An answer as text, and the tag of that text. */
export interface Written {
  readonly content: Content;
  readonly etag: string;
}

export type Writer = (answer: Answer, ignored: readonly string[]) => Written;

export function etagOf({ data, meta }: Content, ignored: readonly string[]): string {
  return weakETag(`${data}\n${meta}\n${ignored.join()}`);
}

/** What is answered again and again is written once. */
export function writer(write: ContentWriter): Writer {
  const kept = new WeakMap<Answer, Written>();
  const make = (answer: Answer, ignored: readonly string[]): Written => {
    const content = write(answer);
    return { content, etag: etagOf(content, ignored) };
  };
  return (answer, ignored) => {
    if (!answer.isKept || ignored.length > 0) return make(answer, ignored);
    const known = kept.get(answer);
    if (known) return known;
    const written = make(answer, ignored);
    kept.set(answer, written);
    return written;
  };
}
