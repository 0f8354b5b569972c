import type { Container } from '../../format/container.js';
import type { ColumnAbout } from '../../format/layout.js';
import type { Column } from './column.js';
import { RunColumn } from './run-column.js';
import { SliceColumn } from './slice-column.js';

export function openColumn(container: Container, section: string, about: ColumnAbout): Column {
  if (about.kind === 'runs') return new RunColumn(container, section);
  return new SliceColumn(container, section, about.lowest, about.highest);
}
