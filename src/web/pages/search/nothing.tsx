import type { SourceItem } from '../../../contract/service/source.js';
import { counted } from '../../parts/numbers.js';
import { numberWords } from '../../parts/words.js';
import type { SearchMeta } from '../../site/answers.js';
import { addressOf, type SearchQuery } from './query.js';

interface NothingProps {
  readonly query: SearchQuery;
  /** A number that was recognized by its form: it is no person and no part of a name. */
  readonly number: SearchMeta['number'];
  readonly searched: readonly string[];
  readonly sources: readonly SourceItem[];
}

/** Nothing was found: which sources were searched, which are not loaded, and what to try. */
export function Nothing({ query, number, searched, sources }: NothingProps) {
  const those = sources.filter(({ id }) => searched.includes(id));
  const missing = sources.filter(({ loaded, recordClass }) => !loaded && recordClass !== null);
  const isNarrowed = query.exact || Object.keys(query.filters).length > 0;
  return (
    <section>
      <h2>Try</h2>
      <ul>
        {isNarrowed && (
          <li>
            <a href={addressOf({ ...query, exact: false, filters: {} })}>The same search without filters</a>
          </li>
        )}
        {number === undefined ? (
          query.q !== '' && <li>Fewer words, or the start of the name.</li>
        ) : (
          <li>
            <a
              href={`/sec?${new URLSearchParams({ q: query.q })}`}
            >{`The ${numberWords(number)} in SEC filings`}</a>
          </li>
        )}
      </ul>
      <h2>Searched</h2>
      {those.length === 0 ? (
        <p>No source that may contain it is loaded.</p>
      ) : (
        <ul>
          {those.map(({ title, sourceAgency }) => (
            <li>{sourceAgency === null ? title : `${sourceAgency}: ${title}`}</li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <>
          <h2>Not loaded</h2>
          <p>{`${counted(missing.length, 'source')} of companies and licences may contain it, but ${missing.length === 1 ? 'is' : 'are'} not loaded.`}</p>
          <details>
            <summary>Show them</summary>
            <ul>
              {missing.map(({ title, state }) => (
                <li>{state === null ? title : `${state}: ${title}`}</li>
              ))}
            </ul>
          </details>
        </>
      )}
    </section>
  );
}
