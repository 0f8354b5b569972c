import type { FacetCountsShown } from '../../../contract/facet-counts.js';
import { sicTitle } from '../../../domain/codes/sic.js';
import { formTitle } from '../../../domain/sec/form-titles.js';
import { counted, number } from '../../parts/numbers.js';
import { stateName } from '../../parts/states.js';
import {
  addressOf,
  asksSomething,
  FILTER_NAMES,
  FILTERS,
  type Filter,
  NARROWED,
  NARROWED_NAMES,
  type Narrowed,
  type SecQuery,
} from './query.js';

type Counts = Readonly<Partial<Record<string, FacetCountsShown>>>;

/** Further values of a facet are folded away. */
const SHOWN = 8;

/** The active filters, each with a link that removes it if another condition remains. */
export function Chips({ query }: { readonly query: SecQuery }) {
  const active = NARROWED_NAMES.filter((name) => query.filters[name] !== undefined && mayGo(query, name));
  if (active.length === 0) return null;
  return (
    <ul class="chips" aria-label="Active filters">
      {active.map((name) => (
        <li>
          <a href={addressOf(query, { [name]: undefined })}>
            {`${NARROWED[name]}: ${wordsOf(name, query.filters[name] ?? '')} `}
            <span aria-hidden="true">×</span>
            <span class="unseen">(remove)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The values of each facet as links, with exact counts. */
export function Facets({ query, counts }: { readonly query: SecQuery; readonly counts: Counts }) {
  return (
    <nav class="facets" id="narrow" aria-label="Narrow the search">
      <h2 class="unseen">Narrow the search</h2>
      {FILTER_NAMES.map((name) => {
        const own = counts[FILTERS[name].facet];
        return own === undefined || own.values.length === 0 ? null : (
          <Facet query={query} name={name} counts={own} />
        );
      })}
    </nav>
  );
}

interface FacetProps {
  readonly query: SecQuery;
  readonly name: Filter;
  readonly counts: FacetCountsShown;
}

function Facet({ query, name, counts: { values, other } }: FacetProps) {
  const item = ({ value, count }: FacetCountsShown['values'][number]) => {
    const isHeld = query.filters[name]?.toLowerCase() === value.toLowerCase();
    const turned = isHeld && mayGo(query, name) ? undefined : value;
    return (
      <li>
        <a href={addressOf(query, { [name]: turned })} aria-current={isHeld ? 'true' : undefined}>
          {titled(name, value)}
        </a>
        <span class="quiet">{number(count)}</span>
      </li>
    );
  };
  return (
    <>
      <h3>{FILTERS[name].label}</h3>
      {name === 'form' && <p class="quiet">A form includes its amendments.</p>}
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

/** States by their names; codes of other places are the SEC's. */
function wordsOf(name: Narrowed, value: string): string {
  return name === 'state' ? stateName(value.toUpperCase()) : value;
}

/** As `wordsOf`, with the title of a form or an industry. */
function titled(name: Filter, value: string): string {
  const title = name === 'sic' ? sicTitle(value) : name === 'form' ? formTitle(value) : undefined;
  return title === undefined ? wordsOf(name, value) : `${value}: ${title}`;
}

/** An industry as the only condition remains. */
function mayGo(query: SecQuery, name: Narrowed): boolean {
  return asksSomething({ ...query, filters: { ...query.filters, [name]: undefined } });
}
