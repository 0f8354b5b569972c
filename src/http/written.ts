import type { Answer } from '../operations/declare.js';
import { type Content, type ContentWriter, closeEnvelope, openEnvelope } from './envelope.js';
import type { Tagger } from './etag.js';
import type { Text } from './pack.js';

/** An answer up to what differs from request to request, and the tag of that. */
export interface Written extends Text {
  readonly etag: string;
}

export type Writer = (answer: Answer, ignored: readonly string[]) => Written;

/** One text is what the tag is made of, what is measured and what is sent: it is joined once. */
export function writtenOf(content: Content, ignored: readonly string[], tagOf: Tagger): Written {
  const text = openEnvelope(content);
  const etag = tagOf(ignored.length === 0 ? text : `${text}${ignored.join()}`);
  return { text, bytes: Buffer.byteLength(text), etag };
}

/** The whole answer. */
export function finish(
  { text, bytes }: Written,
  creditsUsed: number,
  requestId: string,
  ignored: readonly string[],
): Text {
  const closing = closeEnvelope(creditsUsed, requestId, ignored);
  return { text: text + closing, bytes: bytes + Buffer.byteLength(closing) };
}

/** What is answered again and again is written once. */
export function writer(write: ContentWriter, tagOf: Tagger): Writer {
  const kept = new WeakMap<Answer, Written>();
  return (answer, ignored) => {
    if (!answer.isKept || ignored.length > 0) return writtenOf(write(answer), ignored, tagOf);
    const known = kept.get(answer);
    if (known) return known;
    const written = writtenOf(write(answer), ignored, tagOf);
    kept.set(answer, written);
    return written;
  };
}
