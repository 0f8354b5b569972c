import Type from 'typebox';
import type { StoredEntity } from '../../store/store.js';
import type { Dependencies } from '../support/dependencies.js';
import { otherSpellings } from './other-spellings.js';

export const EntityParams = Type.Object({
  id: Type.String({
    description: 'A UUID, `<STATE>:<state entity id>` or `<STATE>:<tag>:<key>`, as searches return it.',
    examples: ['CO:20221555001'],
  }),
});

/** Finds stored records by their ids, or by what a client may mean by one. */
export function entityFinder(dependencies: Dependencies): (id: string) => Promise<StoredEntity | undefined> {
  const { catalog, indexes } = dependencies;
  const numberOf = (id: string) => indexes()?.entities.numberOf('id', id);
  return async (id) => (await catalog.getEntity(id, numberOf)) ?? (await findOtherwise(id, dependencies));
}

async function findOtherwise(id: string, { catalog, sources }: Dependencies) {
  for (const other of otherSpellings(id, sources)) {
    const entity = await catalog.getEntity(other);
    if (entity) return entity;
  }
  return undefined;
}
