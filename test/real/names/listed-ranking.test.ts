import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { SOURCES } from '../../../src/sources/index.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { fill, startOn, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';
import { FoundShare } from './found-share.js';
import { type ListedFiler, listedFilers, textOf } from './listed-filers.js';

/** One company in so many is asked for: all of them take minutes, and gave 99.67, 99.82 and 99.88 %. */
const ONE_IN = 5;

const skip = withoutRealData('the ranking of listed companies by name, ticker and former name');

describe.skipIf(skip)('filing search on the quarter 2016 Q3 and all listed filers', () => {
  let service: TestService;
  let filers: ReturnType<typeof listedFilers>;
  /** Accession -> the CIKs of its filers. */
  let owners: Map<string, Set<number>>;

  beforeAll(async () => {
    filers = listedFilers();
    const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-listed-')), 'data');
    const store = await openStore(folder.path, { schema: 'migrate' });
    const source = SOURCES.find(({ id }) => id === 'us_sec_full_index');
    if (!source) throw new Error('There is no full index.');
    const { catalog } = store;
    const paths = fullIndex();
    await runIngest({ source, paths, catalog, folder: folder.path, clock: Date.now });
    await fill(catalog, {
      sec: {
        us_sec_submissions: [...filers.values()].map(({ city, place, sic, ...filer }) => ({
          ...{ kind: 'filer', ...filer },
          ...(city !== null && { city }),
          ...(place !== null && { place }),
          ...(sic !== null && { sic }),
        })),
      },
    });
    await buildIndexes(catalog, folder.index, Date.now);
    await store.close();
    service = await startOn(folder);
    owners = ownersIn(paths);
  });
  afterAll(() => service?.close());

  it.each([
    ['name', (filer: ListedFiler) => [filer.name], 0.99],
    ['ticker', (filer: ListedFiler) => filer.tickers, 0.99],
    ['former name', (filer: ListedFiler) => filer.formerNames.map(({ name }) => name), 0.99],
  ])(
    'puts the filings of a listed company first when asked for its %s',
    async (kind, textsOf, min) => {
      const filing = new Set([...owners.values()].flatMap((ciks) => [...ciks]));
      const request = [...filers.values()].filter(({ cik }, at) => filing.has(cik) && at % ONE_IN === 0);
      const first = new FoundShare(`over HTTP, ${kind}`, min);
      for (const filer of request) {
        for (const text of new Set(textsOf(filer))) {
          const shown = await firstFor(text);
          const isOwn = shown !== undefined && owners.get(shown.accessionNumber)?.has(filer.cik) === true;
          first.note(isOwn, text, `CIK ${filer.cik}`, shown?.filer ?? 'nothing');
        }
      }
      first.expectEnough();
    },
    1_200_000,
  );

  async function firstFor(text: string): Promise<FilingItem | undefined> {
    const { data } = await service.get<FilingItem[]>(
      `/api/v1/sec/search?q=${encodeURIComponent(text)}&limit=1`,
    );
    return data?.[0];
  }
});

function fullIndex(): string[] {
  return readdirSync(realFile('sec', 'full-index')).map((name) => realFile('sec', 'full-index', name));
}

function ownersIn(paths: readonly string[]): Map<string, Set<number>> {
  const owners = new Map<string, Set<number>>();
  for (const path of paths) {
    for (const [, cik = '', accession = ''] of textOf(path).matchAll(
      /edgar\/data\/(\d+)\/(\d{10}-\d\d-\d{6})\.txt/g,
    )) {
      owners.set(accession, (owners.get(accession) ?? new Set()).add(Number(cik)));
    }
  }
  return owners;
}
