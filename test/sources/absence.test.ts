import { describe, expect, test } from 'vitest';
import { EXPLAINED_FIELDS } from '../../src/domain/absence.js';
import { toEntityRow } from '../../src/ingest/entity-row.js';
import { SOURCES } from '../../src/sources/index.js';
import { inputsOf } from './checks.js';
import { readDrafts } from './read-source.js';

const ENTITY_SOURCES = SOURCES.filter((source) => source.kind === 'entities');

describe.each(ENTITY_SOURCES)('$id', (source) => {
  test('says why each specified field is absent that its records lack, and fills none that it says it does not', async () => {
    const { drafts } = await readDrafts(source, inputsOf(source.id, import.meta.dirname));
    expect(drafts).not.toEqual([]);
    const publishes = source.publishes as Readonly<Record<string, boolean | undefined>>;
    for (const draft of drafts) {
      const row = toEntityRow(source, draft);
      const data = JSON.parse(row.document) as Readonly<Record<string, unknown>>;
      const absent = JSON.parse(row.absent) as Readonly<Record<string, string>>;
      for (const field of EXPLAINED_FIELDS) {
        expect([field, field in absent], draft.key).toEqual([field, isMissing(data[field])]);
        if (publishes[field] === false) {
          expect([field, absent[field]], draft.key).toEqual([field, expect.stringMatching(/^not_/)]);
        }
      }
    }
  });
});

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
