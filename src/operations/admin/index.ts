import type { Operation } from '../support/declare.js';
import { accountOperations } from './accounts.js';
import { dataOperations } from './data.js';
import type { AdminDependencies } from './dependencies.js';
import { grantOperations } from './grants.js';
import { keyOperations } from './keys.js';
import { loadOperations } from './loads.js';

/** The acts of an operator over HTTP instead of the command line, by the same rules. */
export function adminOperations(dependencies: AdminDependencies): readonly Operation[] {
  return [
    ...accountOperations(dependencies),
    ...grantOperations(dependencies),
    ...keyOperations(dependencies),
    ...dataOperations(dependencies),
    ...loadOperations(dependencies),
  ];
}
