import { batch } from './batch/index.js';
import type { Operation } from './declare.js';
import type { Dependencies } from './dependencies.js';
import { getEntity } from './get-entity/index.js';
import { getUsage } from './get-usage/index.js';
import { listSources } from './list-sources.js';
import { searchContracts } from './search-contracts/index.js';
import { searchEntities } from './search-entities/index.js';
import { searchFilings } from './search-filings/index.js';
import { searchLobbying } from './search-lobbying/index.js';

/** Everything that goes out. A new operation is one file and one line here. */
export function operations(dependencies: Dependencies): readonly Operation[] {
  const callable = [
    getEntity(dependencies),
    searchEntities(dependencies),
    searchFilings(dependencies),
    searchContracts(dependencies),
    searchLobbying(dependencies),
  ];
  return [
    ...callable,
    batch(callable, (operation) => dependencies.makeCallable(operation)),
    listSources(dependencies),
    getUsage(dependencies),
  ];
}
