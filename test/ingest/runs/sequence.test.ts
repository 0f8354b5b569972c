import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FilerFact, FilingFact, SecFact, SecSourceId } from '../../../src/domain/sec/sec.js';
import type { Catalog } from '../../../src/store/store.js';
import { endOf, entityRow, gather, newRun } from '../../store/catalog/fixtures.js';
import { budget } from '../../support/effort.js';
import { openCatalog } from '../../support/store.js';

const SOURCE = 'us_xx_register';

async function inFolder<T>(work: (catalog: Catalog) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-sequence-'));
  const catalog = openCatalog({ folder, schema: 'migrate' });
  try {
    return await work(catalog);
  } finally {
    catalog.close();
    rmSync(folder, { recursive: true });
  }
}

interface EntityLoad {
  readonly records: readonly (readonly [key: string, name: string])[];
  readonly complete: boolean;
}

async function loadEntities(catalog: Catalog, loads: readonly EntityLoad[]): Promise<void> {
  for (const { records, complete } of loads) {
    const run = await catalog.loads.start(newRun(SOURCE, 1));
    const stage = await catalog.loads.openEntityStage(run, SOURCE);
    for (const [key, name] of records) await stage.put([entityRow(key, name)]);
    const { gone } = await (await stage.seal(complete ? 'source' : null)).apply(() => {});
    await catalog.loads.finish(run, endOf(stageCounts(records.length), gone, complete, 1));
  }
}

function stageCounts(records: number) {
  return { records, added: 0, changed: 0, unchanged: 0, repeated: 0 };
}

async function content(catalog: Catalog) {
  const live = await gather(catalog.entities.scanFacets());
  const entities = await catalog.entities.getByNumber(live.map((row) => row.number));
  const [state] = await catalog.runs.listSourceStates();
  const documents = entities.map((entity) => [entity.id, entity.document, entity.facets]).sort();
  return { documents, records: state?.records ?? 0 };
}

const records = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E'), fc.constantFrom('x', 'y', 'z')), {
  maxLength: 8,
});
const load: fc.Arbitrary<EntityLoad> = fc.record({ records, complete: fc.boolean() });

test('any sequence of loads ends in the catalog of the last complete one and what came after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(load, { maxLength: 6 }), async (loads) => {
      const lastComplete = loads.findLastIndex((one) => one.complete);
      const needed = loads.slice(Math.max(0, lastComplete));
      const all = await inFolder(async (catalog) => {
        await loadEntities(catalog, loads);
        return content(catalog);
      });
      const few = await inFolder(async (catalog) => {
        await loadEntities(catalog, needed);
        return content(catalog);
      });
      expect(all).toEqual(few);
      expect(all.records).toBe(all.documents.length);
    }),
    { numRuns: budget(25) },
  );
});

// ---- SEC ------------------------------------------------------------------------------------------------------

const accession = fc.constantFrom('0000000001-16-000001', '0000000001-16-000002', '0000000002-16-000001');
const optional = (...texts: string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });

/** Sources agree on the date of a filing (130 of 130 in the real quarter). */
function filingOf(source: SecSourceId): fc.Arbitrary<FilingFact> {
  const isIndex = source !== 'us_sec_submissions';
  return fc
    .record({
      accession,
      cik: fc.constantFrom(1, 2),
      form: fc.constantFrom('4', '8-K'),
      name: isIndex ? fc.constantFrom('ALPHA', 'ALPHA INC', 'BETA') : fc.constant(undefined),
      nameCut: isIndex ? fc.boolean() : fc.constant(undefined),
      period: isIndex ? fc.constant(undefined) : optional('2016-06-30', '2016-03-31'),
      description: isIndex ? fc.constant(undefined) : optional('FORM 4', '8-K'),
    })
    .map((fact) => ({ kind: 'filing', filed: `2016-07-0${fact.accession.at(-1)}`, ...fact }));
}

const filer: fc.Arbitrary<FilerFact> = fc.record({
  kind: fc.constant('filer' as const),
  cik: fc.constantFrom(1, 2, 3),
  name: optional('Alpha Inc.', 'Beta'),
  tickers: fc.option(fc.subarray(['A', 'B', 'CC']), { nil: undefined }),
  sic: optional('3711', '7372'),
});

interface SecLoad {
  readonly source: SecSourceId;
  readonly facts: readonly SecFact[];
}

const secLoads: fc.Arbitrary<readonly SecLoad[]> = fc
  .tuple(
    fc.array(filingOf('us_sec_full_index'), { maxLength: 8 }),
    fc.array(filingOf('us_sec_daily_index'), { maxLength: 8 }),
    fc.array(fc.oneof(filingOf('us_sec_submissions'), filer), { maxLength: 8 }),
    fc.array(filer, { maxLength: 4 }),
  )
  .map(([quarterly, daily, submissions, tickers]) => [
    { source: 'us_sec_full_index', facts: quarterly },
    { source: 'us_sec_daily_index', facts: daily },
    { source: 'us_sec_submissions', facts: submissions },
    { source: 'us_sec_tickers', facts: tickers },
  ]);

async function loadSec(catalog: Catalog, { source, facts }: SecLoad, batch: number) {
  const run = await catalog.loads.start(newRun(source, 1));
  const stage = await catalog.loads.openSecStage(run, source);
  for (let start = 0; start < facts.length; start += batch)
    await stage.put(facts.slice(start, start + batch));
  const counts = stage.counts();
  const { gone } = await (await stage.seal(null)).apply(() => {});
  await catalog.loads.finish(run, endOf(counts, gone, false, 1));
  return counts;
}

const secContent = async (catalog: Catalog) => ({
  filings: await gather(catalog.filings.scan()),
  filers: await gather(catalog.filings.scanFilers()),
  records: (await catalog.runs.listSourceStates()).map((state) => [state.sourceId, state.records]),
});

test('SEC facts in any order of sources, rows and batches give the same filings and filers', async () => {
  await fc.assert(
    fc.asyncProperty(
      secLoads,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (loads, random) => {
        const shuffled = shuffle(
          loads.map((one) => ({ ...one, facts: shuffle(one.facts, random) })),
          random,
        );
        const straight = await inFolder(async (catalog) => {
          for (const one of loads) await loadSec(catalog, one, 100);
          return secContent(catalog);
        });
        const mixed = await inFolder(async (catalog) => {
          for (const one of shuffled) await loadSec(catalog, one, 1);
          return secContent(catalog);
        });
        expect(mixed).toEqual(straight);
      },
    ),
    { numRuns: budget(40) },
  );
});

test('SEC facts loaded again in any order of rows change nothing and are all counted unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      secLoads,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (loads, random) => {
        await inFolder(async (catalog) => {
          for (const one of loads) await loadSec(catalog, one, 100);
          const [before, version] = [await secContent(catalog), await catalog.content.version()];
          for (const one of loads) {
            const again = await loadSec(catalog, { ...one, facts: shuffle(one.facts, random) }, 3);
            expect(again).toMatchObject({ added: 0, changed: 0, unchanged: again.records });
          }
          expect(await secContent(catalog)).toEqual(before);
          expect(await catalog.content.version()).toBe(version);
        });
      },
    ),
    { numRuns: budget(25) },
  );
});

function shuffle<T>(items: readonly T[], random: Iterator<number>): T[] {
  return items
    .map((item) => [Number(random.next().value), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
