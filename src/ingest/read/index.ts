/** Reads publishers' files as typed rows: the readers' interface for the engine. */

export { totalBytes } from './archive/input.js';
export { type ReadDocument, readDocuments } from './documents/dataset-documents.js';
export { archivesIn } from './documents/document-list.js';
export { rowsOfObjects } from './documents/objects.js';
export { readSecFacts, type SecFacts } from './documents/sec-facts.js';
export type { FileScope } from './documents/sec-lines.js';
export { groupKeyOf, readGroups } from './groups/group.js';
export { RowGroup, type Traced, type TracedGroup } from './groups/row-group.js';
export { statedDay } from './stated-day.js';
export type { Cells } from './support/cells.js';
export {
  InputError,
  READ_LIMITS,
  type ReadContext,
  type ReadFile,
  type ReadLimits,
} from './support/context.js';
export { longText, MAX_FIELD_LENGTH, MAX_NAME_LENGTH, RecordRefused } from './support/field-limits.js';
export { KnownRows } from './support/known-rows.js';
export { keyColumns, TableSchema } from './support/table-schema.js';
export { FileRow, RowRejected } from './tables/row.js';
