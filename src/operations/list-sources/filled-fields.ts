import type { FilledFields } from '../../contract/service/source.js';
import { type Absence, absenceNow, EXPLAINED_FIELDS } from '../../domain/absence.js';
import type { SourceState } from '../../store/store.js';
import { heldNow } from '../get-entity/absent.js';
import type { Dependencies, SourceFacts } from '../support/dependencies.js';

/** The two tell of the publisher, not of a record. */
const COUNTED = EXPLAINED_FIELDS.filter((field) => field !== 'jurisdictionLevel' && field !== 'sourceAgency');

/** How many of the source's records fill each field, from the counts that its loads keep; null where none is loaded. */
export async function filledFields(
  source: SourceFacts,
  state: SourceState | undefined,
  parts: Pick<Dependencies, 'catalog' | 'sources'>,
): Promise<FilledFields | null> {
  const countedAt = state?.lastGoodRun?.finishedAt;
  if (source.kind !== 'entities' || !state || countedAt == null) return null;
  const isLoaded = await heldNow(source.id, [], parts);
  const lacking = state.lacking.map(({ absent, records }) => ({
    absence: absenceNow(absent, isLoaded),
    records,
  }));
  const all = lacking.reduce((sum, { records }) => sum + records, 0);
  return {
    countedAt: new Date(countedAt).toISOString(),
    records: all,
    fields: COUNTED.map((field) => {
      const missing = reasonsOf(field, lacking);
      const filled = all - missing.reduce((sum, { records }) => sum + records, 0);
      return { field, filled, share: all === 0 ? 0 : filled / all, missing };
    }),
    streetsWithheld: reasonsOf('principalAddress.street', lacking)[0]?.records ?? 0,
  };
}

type Lacked = { readonly absence: Absence; readonly records: number };

function reasonsOf(field: keyof Absence, lacking: readonly Lacked[]) {
  const sums = new Map<NonNullable<Absence[keyof Absence]>, number>();
  for (const { absence, records } of lacking) {
    const reason = absence[field];
    if (reason !== undefined) sums.set(reason, (sums.get(reason) ?? 0) + records);
  }
  return [...sums]
    .map(([reason, records]) => ({ reason, records }))
    .sort((one, other) => other.records - one.records || (one.reason < other.reason ? -1 : 1));
}
