import { describe, expect, test } from 'vitest';
import { EXPLAINED_FIELDS } from '../../src/domain/absence.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
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

/**
 * Columns that are known and not kept, of which the name sounds like a field that the source says it has not: read, and
 * found to be something else.
 */
const SOMETHING_ELSE: Readonly<Record<string, readonly string[]>> = {
  // The end of a duration and the day on which a report is due: nothing was filed.
  us_ak_corporations: ['durationexpirationdate', 'nextbrduedate'],
  // Of the body that registered the name, and of the row.
  us_co_trade_names: ['entityformdate', 'dateadded'],
  us_or_active_businesses: ['updated_at'],
  // Since when a duty, a standing or an exemption holds: no paper was filed that day.
  us_tx_franchise_taxpayers: ['responsibility_beginning_date', 'sos_status_date', 'exempt_begin_date'],
  us_wa_webs_vendors: ['updated_at'],
};

const SOUNDS_LIKE = {
  filings: /date/,
  officers: /officer|principal|owner|contact_name/,
  registeredAgent: /agent/,
};

test('no source ignores a column of a field that it says is not published', () => {
  const ignored = ENTITY_SOURCES.flatMap(({ id, tables, publishes }) => {
    const columns = Object.values(tables).flatMap(({ ignore = [] }) => ignore);
    const found = Object.entries(SOUNDS_LIKE).flatMap(([field, words]) =>
      publishes[field as keyof typeof SOUNDS_LIKE] === false
        ? columns.filter((column) => words.test(column))
        : [],
    );
    return found.length === 0 ? [] : [[id, [...new Set(found)]]];
  });
  expect(Object.fromEntries(ignored)).toEqual(SOMETHING_ELSE);
});

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
