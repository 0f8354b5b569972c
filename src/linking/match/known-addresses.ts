import { addressParts } from '../../domain/places/address-parts.js';
import type { FieldChange } from '../../domain/records/field-changes.js';
import type { Pair } from '../../matching/compare/comparison.js';
import { nearestAddress, street } from '../../matching/compare/place/street.js';
import { verdictOf } from '../../matching/features.js';
import type { Population } from '../../matching/population/population.js';
import { normaliseAddress } from '../../matching/records/address.js';
import type { Prepared } from '../../matching/records/prepare.js';
import type { LinkAddress } from '../../matching/records/record.js';
import type { Catalog, Links } from '../../store/store.js';
import { partiesOf } from '../decisions/link-datasets.js';
import type { Candidate } from './candidate.js';
import { isNamesake } from './certainty.js';
import type { Named } from './findings.js';
import { NEAREST, nearness } from './place.js';

/** Sources of the former and mailing addresses of a record. */
export interface AddressSources {
  readonly catalog: Pick<Catalog, 'feed' | 'datasets' | 'filings'>;
  readonly links: Pick<Links, 'ofEntity'>;
}

/**
 * Compares distant records of the name by a former or mailing address, if one is at the place in the request. Changes nothing
 * if a record is there now.
 */
export async function withKnownAddresses(
  query: Prepared,
  named: readonly Named[],
  population: Population,
  sources: AddressSources,
): Promise<readonly Named[]> {
  const pairOf = ({ candidate, names }: Named): Pair => ({
    ours: query,
    theirs: candidate.prepared,
    population,
    names,
  });
  const { city = '', zip = '', raw } = query.address ?? {};
  if (city === '' && zip === '' && !raw?.street) return named;
  const alike = named.filter(({ names }) => names.overlap >= ALIKE);
  if (alike.some((one) => isNamesake(pairOf(one)) && isThere(pairOf(one)))) return named;
  const elsewhere = alike
    .filter((one) => !isThere(pairOf(one)))
    .sort((one, other) => other.names.overlap - one.names.overlap)
    .slice(0, MAX_READ);
  const moved = new Map<Named, Named>();
  for (const one of elsewhere) {
    const there = atNearest(one, await knownAddresses(one.candidate, sources), query);
    if (there !== undefined && isThere(pairOf(there))) moved.set(one, there);
  }
  return named.map((one) => moved.get(one) ?? one);
}

function isThere(pair: Pair): boolean {
  return NEAREST.includes(nearness(pair)) && verdictOf(street, pair) !== 'conflict';
}

function atNearest(named: Named, known: readonly LinkAddress[], query: Prepared): Named | undefined {
  const { candidate } = named;
  const { address } = candidate.prepared;
  const nearest = nearestAddress({ address, otherAddresses: known.map(normaliseAddress) }, query.address);
  if (nearest === undefined || nearest === address) return undefined;
  const prepared = { ...candidate.prepared, address: nearest };
  return { ...named, candidate: { ...candidate, prepared, isAtFormerAddress: true } };
}

/** Former addresses in the record's history, and addresses of parties linked to it. */
async function knownAddresses(
  { data: { id } }: Candidate,
  { catalog, links }: AddressSources,
): Promise<readonly LinkAddress[]> {
  const { events } = await catalog.feed.historyOf(id, MAX_EVENTS);
  const former = events
    .flatMap(({ changes }) => JSON.parse(changes) as readonly FieldChange[])
    .flatMap(({ field, from }) => (field === 'principalAddress' && typeof from === 'string' ? from : []))
    .map(addressParts);
  const linked: LinkAddress[] = [];
  for (const { attached, dataset, party } of await links.ofEntity(id)) {
    if (!attached) continue;
    for (const { party: known } of await partiesOf({ id: dataset }, catalog, [party])) {
      linked.push(...(known.address ? [known.address] : []), ...(known.otherAddresses ?? []));
    }
  }
  return [...former, ...linked];
}

/** Records with less similar names are not looked up. */
const ALIKE = 0.85;
const MAX_READ = 10;
const MAX_EVENTS = 100;
