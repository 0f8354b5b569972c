import type { TypeClass } from '../../../contract/vocabulary.js';
import type { Row } from '../../declare/index.js';

export function typeClassOf(row: Row<'entity_type'>): TypeClass | undefined {
  const type = row.take('entity_type');
  if (type === undefined) return undefined;
  const known = TYPE_CLASSES.find(([ending]) => type.toUpperCase().endsWith(ending));
  if (known === undefined) row.unknown('entity_type', type);
  return known?.[1];
}

/** By the end of the published type: `FOREIGN PROFESSIONAL SERVICE LIMITED LIABILITY COMPANY` is an llc. */
const TYPE_CLASSES: readonly (readonly [ending: string, typeClass: TypeClass])[] = [
  ['NOT-FOR-PROFIT CORPORATION', 'nonprofit'],
  ['COOPERATIVE CORPORATION', 'cooperative'],
  ['CORPORATION', 'corporation'],
  ['LIMITED LIABILITY COMPANY', 'llc'],
  ['LIMITED LIABILITY PARTNERSHIP', 'llp'],
  ['LIMITED PARTNERSHIP', 'lp'],
];
