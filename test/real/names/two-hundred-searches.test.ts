import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparedText, keyOfText } from '../../../src/domain/business-names/name-key.js';
import type { Filer } from '../../../src/domain/sec/sec.js';
import { EntityCollector } from '../../../src/indexing/entities/entity-collector.js';
import { listedNames } from '../../../src/indexing/entities/listed-names.js';
import { toIndexQuery } from '../../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../../src/operations/search-entities/request.js';
import { buildIndex, openIndex, type SearchIndex } from '../../../src/search/index.js';
import { plainFacets } from '../../support/plain-facets.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { listedFilers, textOf } from './listed-filers.js';
import { hashOf } from './random-of.js';
import { WAYS, WELL_KNOWN } from './searched-names.js';

/** Searches of each derived kind: 15 kinds and 50 well-known names make 200. */
const OF_EACH = Number(process.env.SEARCHES_OF_EACH ?? 10);
/** A place behind this counts as not found. */
const LAST_PLACE = 10;

const skip = withoutRealData('the places of the right records of 200 searches');

interface Held {
  readonly name: string;
  readonly isListed: boolean;
}

interface Row {
  readonly kind: string;
  readonly text: string;
  readonly meant: string;
  /** From 1 on; null where it is not among the first. */
  readonly place: number | null;
  readonly first: string;
}

describe.skipIf(skip)('200 searches of real names', () => {
  let index: SearchIndex;
  let held: readonly Held[];
  let rows: readonly Row[];

  beforeAll(async () => {
    const listed = [...listedFilers().values()];
    const sorted = exemptOrganizations();
    const others = filersOf2016(new Set(listed.map(({ cik }) => cik)));
    held = [
      ...listed.map(({ name }) => ({ name, isListed: true })),
      ...sorted.map(({ name }) => ({ name, isListed: false })),
      ...others.map((name) => ({ name, isListed: false })),
    ];
    const known = await listedNames({
      scanListedFilers: async function* () {
        yield listed as unknown as readonly Filer[];
      },
    });
    const collector = new EntityCollector(known);
    for (const [number, { name }] of held.entries()) {
      const former =
        listed[number]?.formerNames.map((one) => ({ name: one.name, kind: 'former' as const })) ?? [];
      const line = sorted[number - listed.length]?.sortName ?? '';
      const second = line === '' ? [] : [{ name: line, kind: 'sort' as const }];
      collector.add(number, plainFacets(name, [...former, ...second]));
    }
    index = openIndex(Buffer.concat(buildIndex(collector.input())));
    rows = [
      ...WAYS.flatMap(({ kind, ask }) =>
        derived(
          kind,
          held.map(({ name }) => [name, ask(name)] as const),
        ),
      ),
      ...derived(
        'former name',
        listed.map(({ name, formerNames }) => [name, formerNames[0]?.name ?? null]),
      ),
      ...derived(
        'ticker',
        listed.map(({ name, tickers }) => [name, tickers[0] ?? null]),
      ),
      ...derived(
        'other name (second line)',
        sorted.map(({ name, sortName }) => [name, telling(sortName)]),
      ),
      ...WELL_KNOWN.map(([text, meant]) =>
        rowOf('well-known', text, String(meant), (name) => meant.test(name)),
      ),
    ];
  });

  /** Names chosen by their hashes, of those for which there is such a text. */
  function derived(kind: string, pairs: readonly (readonly [name: string, text: string | null])[]): Row[] {
    return pairs
      .filter(
        ([name, text]) => text !== null && keyOfText(comparedText(name)) && keyOfText(comparedText(text)),
      )
      .sort(([one], [other]) => hashOf(`${kind} ${one}`) - hashOf(`${kind} ${other}`))
      .slice(0, OF_EACH)
      .map(([name, text]) => rowOf(kind, text ?? '', name, (found, at) => isMeant(found, at, name)));
  }

  function rowOf(
    kind: string,
    text: string,
    meant: string,
    is: (name: string, number: number) => boolean,
  ): Row {
    const query = { ...toIndexQuery(parseEntitySearch({ name: text }), '2026-11-23'), limit: LAST_PLACE };
    const found = index.search(query).hits.map(({ key }) => Number(key));
    const at = found.findIndex((number) => is(held[number]?.name ?? '', number));
    return {
      kind,
      text,
      meant,
      place: at < 0 ? null : at + 1,
      first: held[found[0] ?? -1]?.name ?? 'nothing',
    };
  }

  /** Records of one name, its legal form aside, are one to whoever asks for it. */
  function isMeant(found: string, _number: number, meant: string): boolean {
    const [one, other] = [found, meant].map((name) => keyOfText(comparedText(name)));
    return one !== null && one !== undefined && one.compact === other?.compact;
  }

  it('are 200', () => {
    expect(rows).toHaveLength(200);
  });

  it('have the right record at its place', () => {
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    const tables = kinds.map((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const within = (max: number) => own.filter(({ place }) => place !== null && place <= max).length;
      return { kind, request: own.length, first: within(1), three: within(3), ten: within(LAST_PLACE) };
    });
    for (const { kind, request, first, three, ten } of tables) {
      process.stderr.write(`| ${kind} | ${request} | ${first} | ${three} | ${ten} |\n`);
    }
    const missed = rows.filter(({ place }) => place !== 1);
    const reported = missed.map(({ kind, text, meant, place, first }) =>
      [kind, text, meant, place ?? '-', first].join(' | '),
    );
    if (process.env.NAMES_MISSED) process.stderr.write(`${reported.join('\n')}\n`);
    expect(rows.filter(({ place }) => place === 1).length, reported.join('\n')).toBeGreaterThanOrEqual(FIRST);
    expect(rows.filter(({ place }) => place !== null).length, reported.join('\n')).toBeGreaterThanOrEqual(
      FOUND,
    );
  });
});

/** So many of the 200 have the right record first, and so many among the first ten. */
const FIRST = 197;
const FOUND = 199;

/** A second line of several words that is no person or place in care of. */
function telling(line: string): string | null {
  return /^[A-Z]{3,}(?: [A-Z]{3,}){2,}$/.test(line) ? line : null;
}

function exemptOrganizations(): { readonly name: string; readonly sortName: string }[] {
  return readdirSync(realFile('federal', 'irs_bmf'))
    .filter((file) => file.endsWith('.csv.gz'))
    .flatMap((file) => linesOf('federal', 'irs_bmf', file).slice(1))
    .filter((line) => line !== '')
    .map((line) => {
      const name = (/^[^,]*,(?:"([^"]*)"|([^,]*))/.exec(line) ?? []).slice(1).join('').trim();
      return {
        name,
        sortName: line
          .slice(line.lastIndexOf(',') + 1)
          .replaceAll('"', '')
          .trim(),
      };
    });
}

/** A listed company is held once, as it is called today. */
function filersOf2016(listed: ReadonlySet<number>): string[] {
  const lines = linesOf('sec', 'full-index', '2016-QTR3-master.idx.gz').map((line) => line.split('|'));
  return [
    ...new Map(
      lines
        .filter(({ length, 0: cik }) => length === 5 && !listed.has(Number(cik)))
        .map(([cik, name = '']) => [cik, name]),
    ).values(),
  ];
}

function linesOf(...path: string[]): string[] {
  return textOf(realFile(...path)).split(/\r?\n/);
}
