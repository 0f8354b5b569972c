import { createHash } from 'node:crypto';
import type { EntityRow } from '../../../src/domain/entity.js';
import type { FilingFact } from '../../../src/domain/sec/sec.js';
import type { NewRun, RunEnd, StageCounts } from '../../../src/store/store.js';

/** Takes back the last two steps of the schema, as tests of older folders do. */
export const WITHOUT_FILES = `
  CREATE TABLE entity_facets (number INTEGER PRIMARY KEY, gone INTEGER NOT NULL, facets TEXT NOT NULL) STRICT;
  INSERT INTO entity_facets SELECT number, gone_since IS NOT NULL, facets FROM entities;
  ALTER TABLE entities DROP COLUMN facets;
  ALTER TABLE entities DROP COLUMN files;
  ALTER TABLE entities DROP COLUMN written_run;
  ALTER TABLE dataset_records DROP COLUMN files;
  DROP TABLE record_numbers;
  DROP TABLE filer_numbers;
  DROP TABLE record_changes;
`;

export function newRun(sourceId: string, startedAt: number): NewRun {
  return { sourceId, startedAt, inputs: ['file.csv'], publishedAt: null };
}

export function endOf(counts: StageCounts, gone: number, complete: boolean, at: number): RunEnd {
  const { records, added, changed, unchanged } = counts;
  const read = { rows: records, bytes: 0, records, added, changed, unchanged };
  return { ...read, outcome: 'done', finishedAt: at + 1, gone, complete, warnings: [], error: null };
}

export function entityRow(key: string, name = `Name ${key}`): EntityRow {
  const document = JSON.stringify({ id: `XX:${key}`, name, stateEntityId: key });
  return {
    id: `XX:${key}`,
    sourceId: 'us_xx_register',
    document,
    absent: '{}',
    facets: JSON.stringify({ name }),
    linkKeys: [{ scheme: 'ein', value: `1${key}` }],
    hash: createHash('sha1').update(document).digest('hex').slice(0, 16),
  };
}

export function filing(fact: Partial<FilingFact>): FilingFact {
  return {
    kind: 'filing',
    accession: '0000000001-16-000001',
    cik: 1_318_605,
    form: '10-Q',
    filed: '2016-08-05',
    ...fact,
  };
}

export async function gather<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
