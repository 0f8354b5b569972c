import type { SimilarName } from '../../contract/paging.js';
import type { IndexQuery } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import type { Dependencies } from '../support/dependencies.js';
import { differenceOf } from '../support/guess-meta.js';

const MAX_SUGGESTIONS = 5;

/** Returns the records with the names nearest to a text that no name matches. */
export async function suggestedEntities(
  index: SearchIndex,
  query: IndexQuery,
  catalog: Dependencies['catalog'],
): Promise<readonly SimilarName[]> {
  const { counted: _counted, ...bare } = query;
  const near = index.search({ ...bare, guess: 'any', offset: 0, limit: MAX_SUGGESTIONS });
  const numbers = near.hits.map(({ key }) => Number(key));
  const entities = await catalog.getEntitiesByNumber(numbers);
  const nameOf = new Map(
    entities.map(({ number, document }) => [number, JSON.parse(document) as SimilarName]),
  );
  const why = differenceOf(near);
  return numbers.flatMap((number) => {
    const found = nameOf.get(number);
    return found === undefined ? [] : [{ id: found.id, name: found.name, why }];
  });
}
