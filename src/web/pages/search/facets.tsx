import type { FacetCountsShown } from '../../../contract/facet-counts.js';
import { counted, number } from '../../parts/numbers.js';
import { facetWords } from '../../parts/words.js';
import { addressOf, FACET_NAMES, FILTERS, type Filter, type SearchQuery } from './query.js';

type Counts = Readonly<Partial<Record<Filter, FacetCountsShown | undefined>>>;

const NAMES = Object.keys(FILTERS) as Filter[];
/** Further values of a facet are folded away. */
const SHOWN = 8;

/** The active filters, each with a link that removes it. */
export function Chips({ query }: { readonly query: SearchQuery }) {
  const shown = NAMES.flatMap((name) => (query.filters[name] ? [{ name, value: query.filters[name] }] : []));
  if (shown.length === 0 && !query.exact) return null;
  return (
    <ul class="chips" aria-label="Active filters">
      {shown.map(({ name, value }) => (
        <li>
          <a href={addressOf(query, { [name]: undefined })}>
            {`${FILTERS[name]}: ${facetWords(name, value)} `}
            <span aria-hidden="true">×</span>
            <span class="unseen">(remove)</span>
          </a>
        </li>
      ))}
      {query.exact && (
        <li>
          <a href={addressOf(query, { exact: undefined })}>
            Whole name only <span aria-hidden="true">×</span>
            <span class="unseen">(remove)</span>
          </a>
        </li>
      )}
    </ul>
  );
}

/** The values of each facet as links, with exact counts. */
export function Facets({ query, counts }: { readonly query: SearchQuery; readonly counts: Counts }) {
  const shown = FACET_NAMES.filter((name) => (counts[name]?.values.length ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <nav class="facets" id="narrow" aria-label="Narrow the search">
      <h2 class="unseen">Narrow the search</h2>
      {shown.map((name) => (
        <Facet query={query} name={name} counts={counts[name] as FacetCountsShown} />
      ))}
    </nav>
  );
}

function Facet({
  query,
  name,
  counts: { values, other },
}: {
  readonly query: SearchQuery;
  readonly name: Filter;
  readonly counts: FacetCountsShown;
}) {
  const item = ({ value, count }: FacetCountsShown['values'][number]) => {
    const isHeld = query.filters[name]?.toLowerCase() === value.toLowerCase();
    return (
      <li>
        <a
          href={addressOf(query, { [name]: isHeld ? undefined : value })}
          aria-current={isHeld ? 'true' : undefined}
        >
          {facetWords(name, value)}
        </a>
        <span class="quiet">{number(count)}</span>
      </li>
    );
  };
  return (
    <>
      <h3>{FILTERS[name]}</h3>
      <ul>{values.slice(0, SHOWN).map(item)}</ul>
      {values.length > SHOWN && (
        <details>
          <summary>{counted(values.length - SHOWN, 'more value', 'more values')}</summary>
          <ul>{values.slice(SHOWN).map(item)}</ul>
        </details>
      )}
      {other > 0 && <p class="quiet">{`Other values: ${number(other)}`}</p>}
    </>
  );
}
