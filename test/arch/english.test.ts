import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that begin a clause without its subject. */
const SUBJECTLESS = '(?:What|Whatever|Whoever|Wherever|Where|Of)';
const AT_START = new RegExp(`^${SUBJECTLESS}\\b`);
const AFTER_A_STOP = new RegExp(`[.:;!?]\\s+${SUBJECTLESS}\\b`);

/** The comments of these are rewritten with the next change of each. */
const LATER = ['linking/', 'matching/', 'search/'];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .filter((name) => !LATER.some((part) => name.startsWith(part)));

describe('English', () => {
  it('no sentence of a comment begins with What, Whoever, Of or Where', () => {
    const wrong = files.flatMap((name) =>
      commentsOf(readFileSync(join('src', name), 'utf8'))
        .filter((comment) => AT_START.test(comment) || AFTER_A_STOP.test(comment))
        .map((comment) => `src/${name}: ${comment}`),
    );
    expect(wrong).toEqual([]);
  });

  it('finds such a sentence in each kind of comment', () => {
    const text = '/** Of it. */\n/**\n * One. What\n * two.\n */\nlet a; // Where\n// A\n// comma: Whoever\n';
    const found = commentsOf(text).filter((comment) => AT_START.test(comment) || AFTER_A_STOP.test(comment));
    expect(found).toEqual(['Of it.', 'One. What two.', 'Where', 'A comma: Whoever']);
  });
});

/** Each comment as one line; line comments below each other are one. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(({ 1: block = '' }) => block);
  const lines = text.match(/(?:^[\t ]*\/\/ .*\n?)+|[\t ]\/\/ .*/gm) ?? [];
  return [...blocks, ...lines].map((comment) =>
    comment
      .replace(/^[\t ]*(?:\*|\/\/)/gm, ' ')
      .replace(/\/\/ /g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}
