import { type Dialect, inValues, isRow, likeWords, type PortalQuery } from './query.js';

/** Socrata's row service: `/resource/<dataset>.json`. Names are narrowed by its word index before `like` reads rows. */
export const socrata: Dialect = {
  path: (dataset, query) => `/resource/${dataset}.json?${new URLSearchParams(parametersOf(query))}`,
  rows: (answer) => {
    if (Array.isArray(answer) && answer.every(isRow)) return answer;
    throw new Error('The answer is no list of rows.');
  },
};

function parametersOf(query: PortalQuery): Record<string, string> {
  const { columns, limit } = query;
  if (query.kind === 'words') {
    return {
      $q: query.words.join(' '),
      $where: likeWords(columns, query.words, 'upper'),
      $limit: String(limit),
    };
  }
  const [column, ...others] = columns;
  const [value, ...more] = query.values;
  // Equality of one column is the one filter that text and number columns take alike.
  if (column !== undefined && value !== undefined && others.length + more.length === 0) {
    return { [column]: value, $limit: String(limit) };
  }
  return { $where: inValues(columns, query.values), $limit: String(limit) };
}
