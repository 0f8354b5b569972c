/** Publishers' files in, typed rows out: what the engine uses of the readers. */
export { InputError, type ReadContext, type ReadLimits } from './context.js';
export { readGroups } from './group.js';
export { totalBytes } from './input.js';
export { RowRejected } from './row.js';
export { readSecFacts, type SecFacts } from './sec-facts.js';
export type { FileScope } from './sec-lines.js';
