import type { IncludeToken } from '../../contract/vocabulary.js';
import type { EntityData } from '../../domain/entity.js';
import { isoInstant } from '../../domain/instants.js';
import type { StoredEntity } from '../../store/store.js';
import type { Answer } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import type { Enriched, Subject } from './enrich/declare.js';
import { ENRICHMENTS } from './enrich/index.js';
import { explainLinks } from './explain.js';
import { allFilings, hasFilingsElsewhere } from './filings.js';
import { allOfficers, hasOfficersElsewhere } from './officers.js';

/** What was asked of an entity beside its id. */
export interface Asked {
  readonly include: readonly IncludeToken[];
  readonly explain: boolean;
}

/**
 * A stored record with its enrichment. Where nothing is asked for and no linked record has officers or filings of it,
 * the stored text goes out as it is, with the time of its last change: linked records change at times of their own.
 */
export async function present(
  entity: StoredEntity,
  { include, explain }: Asked,
  dependencies: Dependencies,
): Promise<Answer> {
  const links = await dependencies.links.ofEntity(entity.id);
  const meta = metaOf(entity, dependencies);
  if (include.length === 0 && !hasOfficersElsewhere({ links }) && !hasFilingsElsewhere({ links })) {
    const lastModified = Math.max(entity.changedAt, entity.goneSince ?? 0);
    return {
      data: { json: entity.document },
      meta: { ...meta, absent: { json: entity.absent } },
      lastModified,
    };
  }
  const data = JSON.parse(entity.document) as EntityData;
  const today = new Date(dependencies.now()).toISOString().slice(0, 10);
  const subject: Subject = { entity, data, links, dependencies, today };
  const officers = await allOfficers(subject);
  const filings = await allFilings(subject);
  const found = await enrich(subject, include);
  const values = [...found].flatMap(([token, { value }]) => (value ? [[token, value]] : []));
  return {
    data: { value: { ...data, officers, filings, ...Object.fromEntries(values) } },
    meta: {
      ...meta,
      absent: absentBut({ officers, filings }, entity.absent),
      ...(include.length > 0 && { enrichment: outcomesOf(found) }),
      ...(explain && { links: explainLinks(links, include) }),
    },
    unavailable: [...found].flatMap(([token, { outcome }]) => (outcome === 'unavailable' ? [token] : [])),
  };
}

async function enrich(
  subject: Subject,
  include: readonly IncludeToken[],
): Promise<ReadonlyMap<IncludeToken, Enriched>> {
  const wanted = ENRICHMENTS.filter(({ token }) => include.includes(token));
  const found = await Promise.all(
    wanted.map(async ({ token, load }): Promise<[IncludeToken, Enriched]> => {
      // One token that fails costs nothing and leaves the others as they are.
      return [token, await load(subject).catch(() => ({ outcome: 'unavailable', asOf: null }) as const)];
    }),
  );
  return new Map(found);
}

function outcomesOf(found: ReadonlyMap<IncludeToken, Enriched>) {
  return Object.fromEntries([...found].map(([token, { value: _value, ...said }]) => [token, said]));
}

/** What was found in linked records is not absent. */
function absentBut(found: Pick<EntityData, 'officers' | 'filings'>, absent: string): Record<string, string> {
  const reasons = Object.entries(JSON.parse(absent) as Record<string, string>);
  const isFound = (field: string) => (field === 'officers' || field === 'filings') && found[field].length > 0;
  return Object.fromEntries(reasons.filter(([field]) => !isFound(field)));
}

function metaOf(entity: StoredEntity, { sources, sample }: Dependencies) {
  return {
    source: sources.get(entity.sourceId)?.title ?? entity.sourceId,
    lastUpdated: isoInstant(entity.changedAt),
    ...(entity.goneSince !== null && { goneSince: isoInstant(entity.goneSince) }),
    ...(sample && { sample }),
  };
}
