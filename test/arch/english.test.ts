import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that begin a clause without its subject. */
const SUBJECTLESS = '(?:What|Whatever|Whoever|Wherever|Where|Of)';
const AT_START = new RegExp(`^${SUBJECTLESS}\\b`);
const AFTER_A_STOP = new RegExp(`[.:;!?]\\**\\s+\\**${SUBJECTLESS}\\b`);
const lacksSubject = (text: string) => AT_START.test(text) || AFTER_A_STOP.test(text);

const code = ['src', 'bench', 'scripts', 'sdk/src'].flatMap((folder) => filesIn(folder, /\.tsx?$/));
const documents = [
  ...filesIn('docs', /\.md$/),
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];

describe('no sentence begins with What, Whoever, Of or Where', () => {
  it.each([
    ['comment', code, commentsOf],
    ['text of the program', code, stringsOf],
    ['document', documents, passagesOf],
  ])('in a %s', (_, files, partsOf) => {
    const wrong = files.flatMap((path) =>
      partsOf(readFileSync(path, 'utf8'))
        .filter(lacksSubject)
        .map((part) => `${path}: ${part}`),
    );
    expect(wrong).toEqual([]);
  });

  it('and one that does is found in each of them', () => {
    const comments =
      '/** Of it. */\n/**\n * One. What\n * two.\n */\nlet a; // Where\n// A\n// comma: Whoever\n';
    expect(commentsOf(comments).filter(lacksSubject)).toEqual([
      'Of it.',
      'One. What two.',
      'Where',
      'A comma: Whoever',
    ]);
    const strings =
      "const a = 'Of an entity, its id.';\nconst b = `It: Where it is.`;\nconst c = 'It is.';\n";
    expect(stringsOf(strings).filter(lacksSubject)).toEqual(['Of an entity, its id.', 'It: Where it is.']);
    const markdown =
      '## What it is\n\n- **It is.** Of it\n  is more.\n\n| a | Where |\n\n```\nWhat\n```\nIt.\nWhoever reads\n';
    expect(passagesOf(markdown).filter(lacksSubject)).toEqual([
      'What it is',
      '**It is.** Of it is more.',
      'Where',
      'It. Whoever reads',
    ]);
  });
});

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

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

/** Strings of several words that stand on one line: descriptions, errors and help. */
function stringsOf(text: string): string[] {
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`\n]*)`/g)]
    .map(({ 1: quoted, 2: template }) => quoted ?? template ?? '')
    .filter((string) => /\w \w/.test(string));
}

/** Headings, cells, items and paragraphs of Markdown, each as one line, without code. */
function passagesOf(text: string): string[] {
  return text
    .replace(/^```[\s\S]*?^```/gm, '\n')
    .replace(/`[^`\n]*`/g, 'code')
    .replace(/^#+ (.*)$/gm, '\n$1\n')
    .replace(/^[\t ]*(?:[-*]|\d+\.) /gm, '\n')
    .replace(/^\|(.*)$/gm, (_, row: string) => `\n${row.split('|').join('\n\n')}\n`)
    .split(/\n\s*\n/)
    .map((passage) => passage.replace(/\s+/g, ' ').trim());
}
