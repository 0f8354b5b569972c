import { hash } from 'node:crypto';

/** Equal for equal content; HTTP sends it as a weak ETag. */
export type Tagger = (content: string) => string;

/** `W/"…"`: weak, because `requestId` and `creditsUsed` are no part of the content. */
export function contentTag(content: string): string {
  return `W/"${digest(content)}"`;
}

/**
 * Tags of answers that are paid for. Nobody without the salt can compute the tag of an answer that they guess, or a list
 * of guessed tags would be answered by a free 304.
 */
export function saltedTagger(salt: string): Tagger {
  return (content) => contentTag(salt + digest(content));
}

function digest(content: string): string {
  return hash('sha1', content, 'base64url');
}
