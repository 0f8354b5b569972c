import type { Container } from './container.js';
import type { ColumnAbout } from './layout.js';
import type { Narrowing } from './narrowing.js';
import { RunColumn } from './run-column.js';
import { SliceColumn } from './slice-column.js';
import type { Temporaries } from './temporaries.js';
import type { RangeFilter } from './types.js';

export interface Column {
  /** Whether a range is found without a look at the documents. */
  readonly isInOrder: boolean;
  /** Documents whose value lies in the range, both ends included; those without a value never do. */
  within(range: RangeFilter, temporaries: Temporaries): Narrowing;
  /** The document's own; `NONE` where unknown. */
  valueOf(document: number): number;
}

export function openColumn(container: Container, section: string, about: ColumnAbout): Column {
  if (about.kind === 'runs') return new RunColumn(container, section);
  return new SliceColumn(container, section, about.lowest, about.highest);
}
