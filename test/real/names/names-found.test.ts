import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import { EntityCollector } from '../../../src/indexing/entities/entity-collector.js';
import { tiersOf, toIndexQuery } from '../../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../../src/operations/search-entities/request.js';
import { buildIndex, openIndex, type SearchIndex } from '../../../src/search/index.js';
import { plainFacets } from '../../support/plain-facets.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { FoundShare } from './found-share.js';
import { textOf } from './listed-filers.js';
import { PERTURBATIONS } from './name-perturbations.js';
import { hashOf, randomOf } from './random-of.js';

/** Names asked for of each kind, evenly from the half that no rule was made from. */
const ASKED = Number(process.env.NAMES_ASKED ?? 1_500);
const HALF = process.env.NAMES_HALF === 'tuned' ? 0 : 1;
const skip = withoutRealData('that real names are found however they are written');

describe.skipIf(skip)('of all real names the right record stands first', () => {
  let index: SearchIndex;
  let names: readonly string[];
  let request: readonly string[];
  /** The words of all names. */
  let held: ReadonlySet<string>;

  beforeAll(() => {
    names = [...exemptOrganizations(), ...filers()];
    const collector = new EntityCollector();
    for (const [number, name] of names.entries()) collector.add(number, plainFacets(name));
    index = openIndex(Buffer.concat(buildIndex(collector.input())));
    held = new Set(names.flatMap((name) => comparedText(name).split(' ')));
    const half = [...new Set(names)].filter(
      (name) => hashOf(name) % 2 === HALF && keyOfText(comparedText(name)),
    );
    request = half.sort((one, other) => hashOf(`${one}!`) - hashOf(`${other}!`));
  });

  it.each(PERTURBATIONS)(
    '$kind',
    ({ kind, min, change }) => {
      const first = new FoundShare(kind, min);
      for (const name of request) {
        if (first.count === ASKED) break;
        const text = change(name, randomOf(name), held);
        if (text === null) continue;
        const [best] = search(text, 1).map(({ key }) => names[Number(key)] ?? '');
        first.note(best !== undefined && isAsGood(best, name, text), text, name, best ?? 'nothing');
      }
      first.expectEnough();
    },
    600_000,
  );

  it('the first two words of a name find its record among fifty', () => {
    const found = new FoundShare('first two words, in 50', 0.95);
    for (const name of request) {
      if (found.count === ASKED) break;
      const words = comparedText(name).split(' ');
      if (words.length < 3) continue;
      const text = words.slice(0, 2).join(' ');
      const answer = search(text, 50);
      // Of more than fifty that begin so none is to be told from the others.
      if (index.search(query(text, 0)).total > 50 && answer.length === 50 && allBegin(answer, text)) continue;
      const isFound = answer.some(({ key }) => names[Number(key)] === name);
      found.note(isFound, text, name);
    }
    found.expectEnough();
  }, 600_000);

  function allBegin(answer: ReturnType<typeof search>, text: string): boolean {
    const words = comparedText(text);
    return answer.every(({ key }) =>
      comparedText(names[Number(key)] ?? '')
        .replace(/^the /, '')
        .startsWith(words),
    );
  }

  function query(name: string, limit: number) {
    return { ...toIndexQuery(parseEntitySearch({ name }), '2026-11-23'), limit };
  }

  function search(name: string, limit: number) {
    return index.search(query(name, limit)).hits;
  }

  /** Whether two names are one to whoever asks so: the same compact core, and the same form where the text has one. */
  function isAsGood(found: string, meant: string, text: string): boolean {
    const [one, other, given] = [found, meant, text].map((name) => keyOfText(comparedText(name)));
    if (!one || !other || one.compact !== other.compact) return false;
    return one.form === other.form || given?.form === '-';
  }
});

it('asks by fields that the search has', () => {
  expect(tiersOf(parseEntitySearch({ name: 'a' })).length).toBeGreaterThan(0);
});

function exemptOrganizations(): string[] {
  return readdirSync(realFile('federal', 'irs_bmf'))
    .filter((file) => file.endsWith('.csv.gz'))
    .flatMap((file) => linesOf('federal', 'irs_bmf', file).slice(1))
    .map((line) => (/^[^,]*,(?:"([^"]*)"|([^,]*))/.exec(line) ?? []).slice(1).join('').trim());
}

function filers(): string[] {
  const lines = linesOf('sec', 'full-index', '2016-QTR3-master.idx.gz').map((line) => line.split('|'));
  return [
    ...new Map(lines.filter(({ length }) => length === 5).map(([cik, name = '']) => [cik, name])).values(),
  ];
}

function linesOf(...path: string[]): string[] {
  return textOf(realFile(...path)).split(/\r?\n/);
}
