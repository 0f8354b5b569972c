import type { ListDetailSchema, ListItem, ListRowSchema } from '../../contract/lists.js';
import type { Conforming } from '../../contract/schema.js';
import { isoInstant } from '../../domain/time/instants.js';
import { type ListSummary, NEVER } from '../../store/store.js';
import type { RowResult } from '../match/result-rows.js';
import { storedCounts } from './kept-list.js';
import { countsOf, type KeptList, type PlacedRow, recordOf, recordsOf } from './outcomes.js';

/** A list as `GET /lists` returns it. */
export function presentSummary(list: ListSummary): ListItem {
  return { ...presented(list), counts: storedCounts(list) };
}

export function presentList(kept: KeptList): Conforming<typeof ListDetailSchema> {
  const { list, roles } = kept;
  const columns = roles.flatMap((role, place) => (role === null ? [] : [[role, list.columns[place] ?? '']]));
  return {
    ...presented(kept),
    counts: countsOf(kept),
    headings: list.columns,
    columns: Object.fromEntries(columns) as Record<string, string>,
    records: recordsOf(kept).length,
  };
}

export function presentRow({ place, cells, match, result }: PlacedRow): Conforming<typeof ListRowSchema> {
  const record = recordOf(result);
  return {
    row: place + 1,
    values: cells,
    outcome: result.outcome as Conforming<typeof ListRowSchema>['outcome'],
    reason: result.reason,
    record: record === undefined ? null : presentCandidate(record),
    candidates: match.candidates.map(presentCandidate),
  };
}

function presentCandidate({ id, name, state = null, probability }: RowResult['candidates'][number]) {
  return { id, name, state, probability: Math.round(probability * 10_000) / 10_000 };
}

function presented({ id, name, createdAt, endsAt }: Omit<ListSummary, 'counts' | 'owner'>) {
  return {
    id,
    name,
    createdAt: isoInstant(createdAt),
    expiresAt: endsAt === NEVER ? null : isoInstant(endsAt),
  };
}
