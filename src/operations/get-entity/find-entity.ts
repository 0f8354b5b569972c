import Type from 'typebox';
import { invalidParams } from '../../contract/errors.js';
import { canonicalEntityId } from '../../domain/ids.js';
import type { StoredEntity } from '../../store/store.js';
import { quoted } from '../query/query.js';
import type { Dependencies } from '../support/dependencies.js';
import { otherSpellings } from '../support/other-spellings.js';
export const EntityParams = Type.Object({
  id: Type.String({
    description: 'A UUID, `<STATE>:<state entity id>` or `<STATE>:<tag>:<key>`, as in search results.',
    examples: ['CO:20221555001'],
  }),
});

/** Finds stored records by their ids, or by other notations of an id. */
export function entityFinder(dependencies: Dependencies): (id: string) => Promise<StoredEntity | undefined> {
  const { catalog, indexes } = dependencies;
  const numberOf = (id: string) => indexes()?.entities.numberOf('id', id);
  return async (id) => (await catalog.entities.get(id, numberOf)) ?? (await findOtherwise(id, dependencies));
}

async function findOtherwise(id: string, { catalog, sources }: Dependencies) {
  for (const other of otherSpellings(id, sources)) {
    const entity = await catalog.entities.get(other);
    if (entity) return entity;
  }
  return undefined;
}

/** The canonical form of an id as it was sent. Throws the 400. */
export function readEntityId(text: string): string {
  const id = canonicalEntityId(text);
  if (id !== undefined) return id;
  throw invalidParams({
    parameter: 'id',
    message: `must be a UUID, <STATE>:<key> or <STATE>:<tag>:<key> with a USPS state code; got ${quoted(text)}.`,
  });
}
