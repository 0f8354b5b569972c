import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dossier } from '../../../bench/measuring/child.js';
import { packageRoot } from '../../../src/platform/package-root.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { budget } from '../../support/effort.js';
import { startOn } from '../../support/service.js';

/** Two million take the same memory, 297 MB, and four times as long: three and a half minutes of two busy processors. */
const LOANS = budget(500_000, 200_000);
/** Some 290 MB, which do not grow with the records. 220 bytes that are kept of each would be above it. */
const MAX_MB = 295 + (LOANS * 220) / 2 ** 20;

/** The bundled sample has two loans of this society. */
const SOCIETY = 'CO:19941555000';
const REGISTER = join(packageRoot(), 'sample/us_co_business_entities/business-entities-in-colorado.csv');
const SAMPLE_LOANS = join(packageRoot(), 'sample/us_sba_ppp/public_sample.csv');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-one-party-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test(`${LOANS} records of one party are loaded and linked in memory that does not grow with them, and its record answers`, async () => {
  const loans = join(folder, 'loans.csv');
  await pipeline(Readable.from(loanLines()), createWriteStream(loans));
  const data = join(folder, 'data');
  await dossier(data, 'ingest', 'us_co_business_entities', '--file', REGISTER);
  const { json, peakMb } = await dossier(data, 'ingest', 'us_sba_ppp', '--file', loans);
  expect(json).toMatchObject({ records: LOANS, added: LOANS });
  expect(peakMb).toBeGreaterThan(0);
  expect(peakMb).toBeLessThan(MAX_MB);

  const service = await startOn(claimFolder(data, 'data'));
  try {
    const {
      status,
      data: record,
      meta,
    } = await service.get<Answered>(`/api/v1/entity/${SOCIETY}?include=ppp&explain=true`);
    expect(status).toBe(200);
    expect(meta).toMatchObject({
      enrichment: { ppp: { outcome: 'found' } },
      links: [{ dataset: 'us_sba_ppp', attached: true }],
    });
    expect(record.ppp.items).toHaveLength(25);
    expect(record.ppp.items[0]).toMatchObject({ loanNumber: String(FIRST_NUMBER + LOANS - 1) });
  } finally {
    await service.close();
  }
}, 600_000);

interface Answered {
  readonly ppp: { readonly items: readonly object[]; readonly totalCount: number };
}

const FIRST_NUMBER = 7_000_000_000;
const LINES_IN_A_CHUNK = 500;

/** The first loan of the sample again and again, each with a number and a day of its own; the last ones are the newest. */
function* loanLines(): Generator<string> {
  const [header, line = ''] = readFileSync(SAMPLE_LOANS, 'utf8').split(/\r?\n/);
  const [, , ...others] = line.split(',');
  yield `${header}\n`;
  let chunk = '';
  for (let n = 0; n < LOANS; n++) {
    const day = new Date(Date.UTC(2020, 3, 1 + Math.floor((400 * n) / LOANS))).toISOString().slice(0, 10);
    const [year, month, date] = day.split('-');
    chunk += `${FIRST_NUMBER + n},${month}/${date}/${year},${others.join(',')}\n`;
    if ((n + 1) % LINES_IN_A_CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
}
