import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { LINKED_DATASETS } from '../../src/linking/decisions/link-datasets.js';
import { ENRICHMENTS } from '../../src/operations/get-entity/enrich/index.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import { usFacAuditees } from '../../src/sources/us/fac/auditees.js';
import { pathOf } from '../sources/checks.js';
import { csv, readTexts } from './read-dataset.js';

const SOURCE_FILES = join(import.meta.dirname, '../../src/sources');

describe('the catalogue of data sets', () => {
  test.each(DATASETS)('$id is declared in the file that its id names', async ({ id }) => {
    const file = join(SOURCE_FILES, `${pathOf(id)}.ts`);
    expect(existsSync(file), file).toBe(true);
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    expect(Object.values(module)).toContainEqual(expect.objectContaining({ id }));
  });

  test('no data set has the id of a source', () => {
    const ids = [...SOURCES, ...DATASETS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every data set that a token rests on is loaded and linked by somebody', () => {
    const linked = new Set(LINKED_DATASETS.map(({ id }) => id));
    expect(ENRICHMENTS.flatMap(({ datasets }) => datasets.filter((id) => !linked.has(id)))).toEqual([]);
  });
});

describe('auditees', () => {
  it.each([
    ['AAAAAAAAAAA1', '010000001', 1],
    ['XXXXXXXXXXXX', '010000001', 0],
    ['', '010000001', 0],
    ['AAAAAAAAAAA1', '000000000', 0],
  ])('with UEI %j and EIN %j bridge %d pairs: placeholders are none', async (UEI, EIN, pairs) => {
    const row = { AUDITYEAR: '2022', DBKEY: '1', AUDITEENAME: 'INVENTED MANOR', EIN, UEI };
    expect((await readTexts(usFacAuditees, csv(row))).drafts).toHaveLength(pairs);
  });
});
