/** Publishers' files in, typed rows out: what the engine uses of the readers. */
export { InputError, READ_LIMITS, type ReadContext, type ReadLimits } from './context.js';
export { type ReadDocument, readDocuments } from './dataset-documents.js';
export { archivesIn } from './document-list.js';
export { groupKeyOf, readGroups } from './group.js';
export { totalBytes } from './input.js';
export { KnownRows } from './known-rows.js';
export { rowsOfObjects } from './objects.js';
export { type Cells, FileRow, RowRejected } from './row.js';
export { RowGroup, type Traced, type TracedGroup } from './row-group.js';
export { readSecFacts, type SecFacts } from './sec-facts.js';
export type { FileScope } from './sec-lines.js';
export { keyColumns, Shape } from './shape.js';
export { statedDay } from './stated-day.js';
