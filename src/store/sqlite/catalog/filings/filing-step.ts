import type { SecSourceId } from '../../../../domain/sec/sec.js';
import { mergeFiling, type RankedFiling, rankFiling } from '../../../../domain/sec/sec-precedence.js';

/** A filing fact as staged. */
export interface StagedFiling {
  readonly place: number;
  readonly accession: string;
  readonly cik: number;
  readonly form: string;
  readonly filed: string;
  readonly period: string | null;
  readonly name: string | null;
  readonly name_cut: number;
  readonly description: string | null;
  readonly items: string | null;
  /** 1 if the row is already stored. */
  readonly existing: number;
  /** The run also contained the row as stored: this fact adds to it and does not correct it. */
  readonly confirmed: number;
}

/** The facts of one run on one row, merged. */
export interface FilingStep {
  /** Place of its first fact in key order. */
  readonly place: number;
  readonly incoming: RankedFiling;
  readonly existing: boolean;
  readonly confirmed: boolean;
}

export function toFilingStep(source: SecSourceId, staged: readonly StagedFiling[]): FilingStep {
  const incoming = staged
    .map((row) => rankStaged(source, row))
    .reduce((a, b) => mergeFiling(a, b, 'greater'));
  return {
    place: staged[0]?.place ?? 0,
    incoming,
    existing: staged.some((row) => row.existing === 1),
    confirmed: staged.some((row) => row.confirmed === 1),
  };
}

export function mergeStep(stored: RankedFiling, step: FilingStep): RankedFiling {
  return mergeFiling(stored, step.incoming, step.confirmed ? 'greater' : 'incoming');
}

function rankStaged(source: SecSourceId, row: StagedFiling): RankedFiling {
  return rankFiling(source, {
    kind: 'filing',
    accession: row.accession,
    cik: row.cik,
    form: row.form,
    filed: row.filed,
    period: row.period ?? undefined,
    name: row.name ?? undefined,
    nameCut: row.name_cut === 1,
    description: row.description ?? undefined,
    items: row.items ?? undefined,
  });
}
