import { type Dialect, inValues, isRow, likeWords, type PortalQuery } from './query.js';

/** Socrata's row service: `/resource/<dataset>.json`. Its full-text index narrows names before `like` scans rows. */
export const socrata: Dialect = {
  path: (dataset, query) => `/resource/${dataset}.json?${new URLSearchParams(parametersOf(query))}`,
  rows: (answer) => {
    if (Array.isArray(answer) && answer.every(isRow)) return answer;
    throw new Error('The response is not a list of rows.');
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
  // Equality of one column is the only filter that both text and number columns support.
  if (column !== undefined && value !== undefined && others.length + more.length === 0) {
    return { [column]: value, $limit: String(limit) };
  }
  return { $where: inValues(columns, query.values), $limit: String(limit) };
}
