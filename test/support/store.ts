/**
 * Opens stores, and their parts alone, for tests: the one place that names an engine. Only the tests of SQLite itself,
 * in `test/store`, open its files in other ways.
 */
export { lockFile, openServedData, openStore, type ServedData } from '../../src/store/engine/engine.js';
export { openCatalog, type SqliteCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
export { openLedger } from '../../src/store/sqlite/ledger/ledger.js';
export { openLinks } from '../../src/store/sqlite/links/links.js';
export { openState } from '../../src/store/sqlite/state/state.js';
