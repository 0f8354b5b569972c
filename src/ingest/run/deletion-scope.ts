import type { Loadable, SecSource } from '../../sources/declare/index.js';
import type { FilingSpan, PartedStage, Stage, StageCounts, StageScope } from '../../store/store.js';
import { whyIncomplete } from '../map/check.js';
import type { WarningTally } from '../report/warnings.js';

export interface ScopeDecision {
  /** The records that the input covers completely; null: no record is marked as gone. */
  readonly scope: StageScope | null;
  /** Reasons for excluding parts that a complete file would cover. */
  readonly doubts: readonly string[];
}

const NONE: ScopeDecision = { scope: null, doubts: [] };

/** The whole source for a snapshot, if the input is complete. */
export async function sourceScope(
  source: Pick<Loadable, 'expect'>,
  stage: Pick<Stage<never>, 'countMissing'>,
  counts: StageCounts,
  lastComplete: number | null,
): Promise<ScopeDecision> {
  const missing = await stage.countMissing('source');
  const { records } = counts;
  const why = whyIncomplete({ records, min: source.expect.min, lastComplete, missing });
  if (why === null) return { scope: 'source', doubts: [] };
  return lastComplete === null && missing === 0 ? NONE : { scope: null, doubts: [why] };
}

/**
 * For files that each cover a date range: the ranges whose file is complete. A range has no earlier run to compare with (each
 * file is another quarter), so it is compared with the stored rows.
 */
export async function spanScope(
  source: SecSource,
  stage: Pick<Stage<never>, 'countMissing'>,
  spans: readonly FilingSpan[],
  rowsIn: (span: FilingSpan) => number,
): Promise<ScopeDecision> {
  const vouched: FilingSpan[] = [];
  const doubts: string[] = [];
  for (const { from, to } of spans) {
    const records = rowsIn({ from, to });
    if (records < source.expect.min) continue;
    const missing = await stage.countMissing({ from, to });
    const why = whyIncomplete({ records, min: source.expect.min, lastComplete: null, missing });
    if (why === null) vouched.push({ from, to });
    else doubts.push(`${from} to ${to}: ${why}`);
  }
  return { scope: vouched.length > 0 ? vouched : null, doubts };
}

/**
 * For a snapshot in parts (one file per state): the parts whose file is complete. A part has no declared minimum, so it is
 * compared with the stored records.
 */
export async function partScope(stage: PartedStage): Promise<ScopeDecision> {
  const vouched: string[] = [];
  const doubts: string[] = [];
  for (const { part, records, missing } of await stage.parts()) {
    const why = whyIncomplete({ records, min: 1, lastComplete: null, missing });
    if (why === null) vouched.push(part);
    else doubts.push(`${part}: ${why}`);
  }
  return { scope: vouched.length > 0 ? { parts: vouched } : null, doubts };
}

/** Warnings that the files lack rows, or that some were not read. */
const INCOMPLETE: ReadonlySet<string> = new Set(['declared_count', 'member_unread']);

/** Reasons to mark nothing as gone, whatever the files cover: some rows were not read. */
export function unreadDoubts(warnings: WarningTally): readonly string[] {
  const { rejected } = warnings;
  const rows = `${rejected.toLocaleString('en-US')} ${rejected === 1 ? 'row' : 'rows'} could not be read`;
  const others = warnings.list().filter(({ code }) => INCOMPLETE.has(code));
  return [...(rejected > 0 ? [rows] : []), ...others.map(({ detail }) => detail)];
}

export function noScope(): ScopeDecision {
  return NONE;
}
