import type { IncludeToken } from '../../contract/vocabulary.js';
import type { EntityData } from '../../domain/entity.js';
import type { StoredEntity } from '../../store/store.js';
import type { Answer } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import type { Enriched, Subject } from './enrich/declare.js';
import { ENRICHMENTS } from './enrich/index.js';
import { explainLinks } from './explain.js';
import { allOfficers, hasOfficersElsewhere } from './officers.js';

/** What was asked of an entity beside its id. */
export interface Asked {
  readonly include: readonly IncludeToken[];
  readonly explain: boolean;
}

/**
 * A stored record with its enrichment. Where nothing is asked for and no linked record names officers, the stored
 * text goes out as it is, with the time of its last change: linked records change at times of their own.
 */
export async function present(
  entity: StoredEntity,
  { include, explain }: Asked,
  dependencies: Dependencies,
): Promise<Answer> {
  const links = await dependencies.links.ofEntity(entity.id);
  const meta = metaOf(entity, dependencies);
  if (include.length === 0 && !hasOfficersElsewhere({ links })) {
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
  const found = await enrich(subject, include);
  const values = [...found].flatMap(([token, { value }]) => (value ? [[token, value]] : []));
  return {
    data: { value: { ...data, officers, ...Object.fromEntries(values) } },
    meta: {
      ...meta,
      absent: absentWith(officers, entity.absent),
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

/** Officers found in linked records are not absent. */
function absentWith(officers: EntityData['officers'], absent: string): Record<string, string> {
  const { officers: reason, ...others } = JSON.parse(absent) as Record<string, string>;
  return officers.length > 0 || reason === undefined ? others : { ...others, officers: reason };
}

function metaOf(entity: StoredEntity, { sources, sample }: Dependencies) {
  return {
    source: sources.get(entity.sourceId)?.title ?? entity.sourceId,
    lastUpdated: new Date(entity.changedAt).toISOString(),
    ...(entity.goneSince !== null && { goneSince: new Date(entity.goneSince).toISOString() }),
    ...(sample && { sample }),
  };
}
