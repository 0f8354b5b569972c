import { OVERVIEW_KINDS, type OverviewKind } from '../../../contract/overview.js';
import { isNumber } from '../../../domain/numbers.js';
import { number } from '../../parts/numbers.js';
import type { Overview } from '../../site/answers.js';
import { addressOf, type SearchQuery, WAYS, type Way, waysFor } from './query.js';

/** Kinds that are no records, with their pages. */
const OTHERS: Readonly<
  Record<Exclude<OverviewKind, EntityKind>, { label: string; path: string; parameter: string }>
> = {
  filings: { label: 'Filings', path: '/sec', parameter: 'q' },
  contracts: { label: 'Contracts', path: '/contracts', parameter: 'recipient' },
  lobbying: { label: 'Lobbying', path: '/lobbying', parameter: 'client_name' },
};
type EntityKind = (typeof WAYS)[Way]['kind'];

interface KindsProps {
  readonly query: SearchQuery;
  /** Undefined if the kinds were not counted. */
  readonly overview: Overview | undefined;
  /** The address that counts them, if that costs credits. */
  readonly counting: string | undefined;
}

/** The kinds of results of the text, with their counts, as links to the lists. */
export function Kinds({ query, overview, counting }: KindsProps) {
  return (
    <nav aria-label="Kinds of results">
      <ul class="chips">
        {OVERVIEW_KINDS.map((kind) => (
          <Kind kind={kind} query={query} found={overview?.[kind]} />
        ))}
        {counting !== undefined && (
          <li>
            <a href={counting}>Count all kinds (1 credit)</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Kind({
  kind,
  query,
  found,
}: {
  readonly kind: OverviewKind;
  readonly query: SearchQuery;
  readonly found: Overview[OverviewKind] | undefined;
}) {
  const way = (Object.keys(WAYS) as Way[]).find((one) => WAYS[one].kind === kind);
  const isApplicable = found ? found.outcome !== 'not_applicable' : isPossible(kind, way, query.q);
  if (!isApplicable) return null;
  const label = way ? WAYS[way].label : OTHERS[kind as keyof typeof OTHERS].label;
  if (found?.outcome === 'source_not_loaded' || found?.outcome === 'unavailable') {
    return (
      <li class="chip quiet">{`${label}: ${found.outcome === 'unavailable' ? 'unavailable' : 'not loaded'}`}</li>
    );
  }
  return (
    <li>
      <a
        href={way ? wayAddress(query, way) : otherAddress(kind as keyof typeof OTHERS, query.q, found?.path)}
        aria-current={way === query.way ? 'true' : undefined}
      >
        {found ? `${label}: ${number(found.totalCount ?? 0)}` : label}
      </a>
    </li>
  );
}

/** A number is no person, and only some texts are an address. */
function isPossible(kind: OverviewKind, way: Way | undefined, q: string): boolean {
  if (way !== undefined && !waysFor(q).includes(way)) return false;
  return !isNumber(q) || kind === 'companies' || kind === 'filings' || kind === 'addresses';
}

function wayAddress(query: SearchQuery, way: Way): string {
  return addressOf({ ...query, way, filters: {}, exact: false });
}

/** `path`: the search of the API that was counted, whose query the page takes. */
function otherAddress(kind: keyof typeof OTHERS, q: string, path: string | null | undefined): string {
  const { path: page, parameter } = OTHERS[kind];
  return `${page}?${path?.split('?')[1] ?? new URLSearchParams({ [parameter]: q })}`;
}
