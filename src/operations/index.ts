import { batch } from './batch/index.js';
import { getEntity } from './get-entity/index.js';
import { getEvidence } from './get-evidence/index.js';
import { getHistory } from './get-history/index.js';
import { getUsage } from './get-usage/index.js';
import { identifyNumber } from './identify/index.js';
import { listChanges } from './list-changes/index.js';
import { listSources } from './list-sources/index.js';
import { listOperations } from './lists/index.js';
import { match } from './match/index.js';
import { searchContracts } from './search-contracts/index.js';
import { searchEntities } from './search-entities/index.js';
import { searchFilings } from './search-filings/index.js';
import { searchLobbying } from './search-lobbying/index.js';
import { searchOverview } from './search-overview/index.js';
import { suggest } from './suggest/index.js';
import type { Operation } from './support/declare.js';
import type { Dependencies } from './support/dependencies.js';
import { watchOperations } from './watches/index.js';

/** All operations. A new one is a file, a line here and its id in `OPERATION_IDS`; one with a price of its own adds a `PriceItem`. */
export function operations(dependencies: Dependencies): readonly Operation[] {
  const { live: _live, ...stored } = dependencies;
  const searches = [searchFilings, searchContracts, searchLobbying].map((search) => search(dependencies));
  const subOperations = [
    getEntity(dependencies),
    getHistory(dependencies),
    getEvidence(dependencies),
    searchEntities(dependencies),
    match(dependencies),
    identifyNumber(dependencies),
    ...searches,
  ];
  return [
    ...subOperations,
    batch(subOperations, (operation) => dependencies.toSubOperation(operation)),
    searchOverview([searchEntities(stored), ...searches], dependencies),
    suggest(dependencies),
    listChanges(dependencies),
    listSources(dependencies),
    getUsage(dependencies),
    ...listOperations(dependencies),
    ...watchOperations(dependencies),
  ];
}
