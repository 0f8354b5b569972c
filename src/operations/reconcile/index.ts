import type { Operation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { extend } from './extend.js';
import { reconcile } from './queries.js';
import { previewRecord, suggestRecords } from './suggest.js';

export { COLUMNS } from './columns.js';
export { QUERY_PROPERTIES } from './read-query.js';

/** The operations of the reconciliation protocol, over those of the API. They are not part of the API's contract. */
export function reconcileOperations(
  dependencies: Dependencies,
  answered: readonly Operation[],
): readonly Operation[] {
  const subOperation = (id: Operation['id']) => {
    const found = answered.find((operation) => operation.id === id);
    if (!found) throw new Error(`There is no operation ${id}.`);
    return dependencies.toSubOperation(found);
  };
  return [
    reconcile(dependencies),
    extend(subOperation('getEntity')),
    suggestRecords(subOperation('suggest'), dependencies),
    previewRecord(dependencies),
  ];
}
