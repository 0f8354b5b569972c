import type { ColumnAbout } from '../format/layout.js';
import type { Narrowing } from '../query/narrowing.js';
import type { Container } from '../sets/container.js';
import type { Temporaries } from '../sets/temporaries.js';
import type { RangeFilter } from '../types.js';
import { RunColumn } from './run-column.js';
import { SliceColumn } from './slice-column.js';

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
