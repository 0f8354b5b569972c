import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { normaliseNames } from '../src/matching/names/normalise.js';
import { WORD_CLASSES } from '../src/matching/names/word-mass.js';

/**
 * Counts in how many names of public files each word stands and writes `src/matching/names/word-classes.ts`: the words of each class,
 * a class for each power of two. Every file counts by its share, not by its length.
 *
 *   node dist/scripts/weigh-words.js FOLDER
 */
const SOURCES: readonly { readonly share: number; readonly names: (folder: string) => string[][] }[] = [
  { share: 0.4, names: (folder) => table(folder, 'resolve/nine90_bmf.reference.tsv.gz', ['name', 'alt']) },
  { share: 0.3, names: (folder) => table(folder, 'resolve/sec_time.reference.tsv.gz', ['name', 'alt']) },
  { share: 0.1, names: florida },
  {
    share: 0.1,
    names: (folder) =>
      table(folder, 'state/city/tucson_business_licenses_2011_2015_tucson_area.tsv.gz', ['Business_Name']),
  },
  { share: 0.1, names: littleRock },
];

/** A word of fewer names is as rare as one that stands in none. */
const MIN_SHARE = 2e-5;

function main(folder: string): void {
  const shares = new Map<string, number>();
  for (const { share, names } of SOURCES) {
    const bodies = distinct(names(folder));
    for (const body of bodies) {
      for (const word of wordsOf(body)) shares.set(word, (shares.get(word) ?? 0) + share / bodies.length);
    }
  }
  const classes: string[][] = Array.from({ length: WORD_CLASSES }, () => []);
  for (const [word, share] of shares) if (share >= MIN_SHARE) classes[classOf(share)]?.push(word);
  writeFileSync('src/matching/names/word-classes.ts', moduleOf(classes));
}

function classOf(share: number): number {
  const among = 2 ** WORD_CLASSES;
  return Math.round(Math.log2(among / (share * among + 1)));
}

function wordsOf(names: readonly string[]): ReadonlySet<string> {
  const normal = normaliseNames(names.map((text) => ({ text, kind: 'current' })));
  return new Set(normal.flatMap(({ tokens }) => tokens));
}

function distinct(bodies: readonly string[][]): readonly string[][] {
  return [...new Map(bodies.map((names) => [names.join('\n'), names])).values()];
}

function table(folder: string, file: string, columns: readonly string[]): string[][] {
  const [header = '', ...lines] = linesOf(folder, file);
  const titles = cellsOf(header);
  const places = columns.map((column) => titles.indexOf(column));
  return lines.map((line) => {
    const cells = cellsOf(line);
    return places.flatMap((place) => (cells[place] ?? '').split(' ; ')).filter((name) => name !== '');
  });
}

function cellsOf(line: string): string[] {
  return line.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1'));
}

function florida(folder: string): string[][] {
  const lines = linesOf(folder, 'state/fl/fl_sunbiz_daily_pasco_2026.ndjson.gz');
  return lines.map((line) => [(JSON.parse(line) as { name: string }).name]);
}

/** The name is the third column of a CSV file that quotes what holds a comma. */
function littleRock(folder: string): string[][] {
  const [, ...lines] = linesOf(folder, 'state/city/little_rock_ar_Business_Licenses_2022.csv.gz');
  return lines.map((line) => [
    [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)][2]?.[1]?.replace(/"/g, '') ?? '',
  ]);
}

function linesOf(folder: string, file: string): string[] {
  const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8');
  return text.split(/\r?\n/).filter((line) => line !== '');
}

function moduleOf(classes: readonly (readonly string[])[]): string {
  const lines = classes.map((words) => `  '${[...words].sort().join(' ')}',`);
  return `/** Written by scripts/weigh-words.ts from public files of names; not by hand. */
export const WORDS_BY_CLASS: readonly string[] = [
${lines.join('\n')}
];
`;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: weigh-words FOLDER\n');
  process.exit(2);
}
main(folder);
