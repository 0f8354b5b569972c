import type { EnrichmentResult } from '../../../contract/records/entity.js';
import type { EntityData } from '../../../domain/entity.js';
import { currentRecord } from '../../../domain/records/current-record.js';
import { type Shareable, shareableOf } from '../../../domain/records/sharing.js';
import { type Enrichment, pageOf, type Subject } from './declare.js';
import { seenAt } from './linked.js';

/** Borne by more, an agent is a commercial one and an address a virtual office: neither relates anybody, nor does the office of a known agent. */
const MAX_BEARERS = 100;
/** In a small load a commercial agent has few: then a share of all entities is too many, but never so few. */
const MAX_SHARE = 0.005;
const MIN_BEARERS = 20;
const SHARING = 'related';

export const related: Enrichment<'related'> = {
  token: 'related',
  datasets: [],
  load: async (subject) => {
    const { entity, dependencies } = subject;
    const made = await dependencies.links.state(SHARING);
    if (made === undefined || seenAt(entity) > made.at) return { outcome: 'not_linked_yet', asOf: null };
    const { others, excluded } = await sharers(subject);
    const said = excluded.length > 0 ? { excluded } : {};
    if (others.size === 0) return { outcome: 'none', asOf: null, ...said };
    const items = await present(others, subject);
    return {
      outcome: 'found',
      asOf: null,
      ...said,
      value: { items, totalCount: others.size, counts: countsOf(others) },
    };
  },
};

async function sharers({ entity, data, dependencies }: Subject) {
  const others = new Map<string, Shareable[]>();
  const excluded: NonNullable<EnrichmentResult['excluded']>[number][] = [];
  const max = mostBearers(dependencies.indexes()?.entities.documentCount, dependencies.maxRelated);
  for (const shareable of shareableOf(data)) {
    const { kind, value, address: key } = shareable;
    if (kind === 'agent_office') continue;
    const bearers = await dependencies.links.sharing(shareable, max + 1);
    const [agent] = await dependencies.links.sharing({ kind: 'agent_office', key }, 1);
    if (bearers.length > max || (agent !== undefined && bearers.length > 1)) {
      excluded.push({ kind, value, entities: await dependencies.links.countSharing(shareable) });
      continue;
    }
    for (const id of bearers) {
      if (id !== entity.id) others.set(id, [...(others.get(id) ?? []), shareable]);
    }
  }
  return { others, excluded };
}

function countsOf(others: ReadonlyMap<string, readonly Shareable[]>) {
  const counts = { registeredAgent: 0, principalAddress: 0, both: 0 };
  for (const shares of others.values()) {
    const [first] = shares;
    if (shares.length > 1) counts.both += 1;
    else if (first?.kind === 'registered_agent') counts.registeredAgent += 1;
    else counts.principalAddress += 1;
  }
  return counts;
}

/** How many entities may bear one thing and still be related by it. */
export function mostBearers(entities: number | undefined, bound: number = MAX_BEARERS): number {
  if (entities === undefined) return bound;
  return Math.min(bound, Math.max(MIN_BEARERS, Math.floor(entities * MAX_SHARE)));
}

/** Who shares both stands first. */
async function present(others: ReadonlyMap<string, readonly Shareable[]>, subject: Subject) {
  const { dependencies } = subject;
  const sorted = [...others].sort(([idA, a], [idB, b]) => b.length - a.length || (idA < idB ? -1 : 1));
  const listed = pageOf(sorted, subject);
  const items = await Promise.all(
    listed.map(async ([id, shares]) => {
      const stored = await dependencies.catalog.entities.get(id);
      if (!stored) return [];
      const { document } = currentRecord(stored, dependencies.now());
      const { name, state = null, status = null } = JSON.parse(document) as EntityData;
      return [{ id, name, state, status, shares: shares.map(({ kind, value }) => ({ kind, value })) }];
    }),
  );
  return items.flat();
}
