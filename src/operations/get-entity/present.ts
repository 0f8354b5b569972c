import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { EntityData } from '../../domain/entity.js';
import { hasLinkedOfficers } from '../../domain/people/officers.js';
import { canExpire, currentRecord, listedRecord } from '../../domain/records/current-record.js';
import { dayOf } from '../../domain/records/registration-status.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { EntityLink, StoredEntity } from '../../store/store.js';
import type { Answer } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf } from '../support/origin.js';
import { orWithoutLinks } from '../support/without-links.js';
import { absentText } from './absent.js';
import type { EnrichmentOf, Subject } from './enrich/declare.js';
import { ENRICHMENTS } from './enrich/index.js';
import { explainLinks } from './explain.js';
import { hasFilingsElsewhere } from './filings.js';
import { wholeRecord } from './whole-record.js';

/** The parameters of an entity other than its id. */
export interface PresentOptions {
  readonly include: readonly IncludeToken[];
  readonly explain: boolean;
  /** Items of each included list to leave out. */
  readonly offset: number;
}

/**
 * A stored record with its enrichment. If nothing is asked for and no linked record has officers or filings of it,
 * the stored text goes out as it is, with the time of its last change: linked records change at times of their own.
 */
export async function present(
  entity: StoredEntity,
  { include, explain, offset }: PresentOptions,
  dependencies: Dependencies,
): Promise<Answer> {
  const now = dependencies.now();
  const current = listedRecord(currentRecord(entity, now), dependencies.sources.get(entity.sourceId));
  const links = await orWithoutLinks(() => dependencies.links.ofEntity(entity.id), UNREADABLE);
  if (
    links !== UNREADABLE &&
    include.length === 0 &&
    !explain &&
    !hasLinkedOfficers(links) &&
    !hasFilingsElsewhere({ links })
  ) {
    const absent = await absentText(entity, links, dependencies);
    const lastModified = lastModifiedOf(current, now);
    return {
      // The sender may cache the text, unless the answer expires with a day.
      data:
        canExpire(current) || lastModified === undefined
          ? { value: JSON.parse(current.document) }
          : { json: current.document },
      meta: metaOf(current, { absent }, dependencies),
      // Reasons that another load decides change at a time of their own.
      ...(absent.json === entity.absent && lastModified !== undefined && { lastModified }),
    };
  }
  const data = JSON.parse(current.document) as EntityData;
  const today = dayOf(now);
  const subject: Subject = { entity, data, links, dependencies, offset, today };
  const { record, absent } = await wholeRecord(subject);
  const found = links === UNREADABLE ? unavailable(include) : await enrich(subject, include);
  const values = [...found].flatMap(([token, { value }]) => (value ? [[token, value]] : []));
  return {
    data: { value: { ...record, ...Object.fromEntries(values) } },
    meta: metaOf(
      current,
      {
        absent,
        enrichment: include.length > 0 ? outcomesOf(found) : undefined,
        links: explain ? await explainLinks(links, include, dependencies) : undefined,
        linksUnavailable: links === UNREADABLE || undefined,
      },
      dependencies,
    ),
    unavailable: [...found].flatMap(([token, { outcome }]) => (outcome === 'unavailable' ? [token] : [])),
  };
}

/** The links of a record whose links cannot be read now. */
const UNREADABLE: readonly EntityLink[] = [];

/** Every token rests on links. */
function unavailable(include: readonly IncludeToken[]): ReadonlyMap<IncludeToken, EnrichmentOf> {
  return new Map(include.map((token) => [token, { outcome: 'unavailable', asOf: null }]));
}

/** Reads see a commit some milliseconds later, and HTTP's dates are whole seconds. */
const SEEN_BY_ALL_MS = 2_000;

/**
 * A second in which every client was answered with the record as it is: later than its change, its end or its coming
 * back, and than the end of the load that brought it. Undefined until that second has come.
 */
function lastModifiedOf({ changedAt, appliedAt }: StoredEntity, now: number): number | undefined {
  if (appliedAt === null) return undefined;
  const seen = Math.floor(appliedAt / 1_000) * 1_000 + SEEN_BY_ALL_MS;
  const at = Math.max(changedAt, seen);
  return at <= now ? at : undefined;
}

async function enrich(
  subject: Subject,
  include: readonly IncludeToken[],
): Promise<ReadonlyMap<IncludeToken, EnrichmentOf>> {
  const wanted = ENRICHMENTS.filter(({ token }) => include.includes(token));
  const found = await Promise.all(
    wanted.map(async ({ token, load }): Promise<[IncludeToken, EnrichmentOf]> => {
      // One token that fails costs nothing and leaves the others as they are.
      const enrichment = await load(subject).catch((error: unknown) => {
        subject.dependencies.reportFault(
          error,
          `${token} could not be read; the record was sent without it.`,
        );
        return { outcome: 'unavailable', asOf: null } as const;
      });
      return [token, enrichment];
    }),
  );
  return new Map(found);
}

function outcomesOf(found: ReadonlyMap<IncludeToken, EnrichmentOf>) {
  return Object.fromEntries([...found].map(([token, { value: _value, ...said }]) => [token, said]));
}

/** The members of the meta other than the record's origin. */
interface OtherMeta {
  readonly absent: unknown;
  readonly enrichment?: unknown;
  readonly links?: unknown;
  readonly linksUnavailable?: true | undefined;
}

/** One literal: an object that is spread and then added to gets a hidden class of its own each time, which takes 2 µs. */
function metaOf(
  entity: StoredEntity,
  { absent, enrichment, links, linksUnavailable }: OtherMeta,
  { sources, sample }: Dependencies,
): Answer['meta'] {
  return {
    source: agencyOf(entity.sourceId, sources),
    dataset: sources.get(entity.sourceId)?.title,
    lastUpdated: isoInstant(entity.changedAt),
    asOf: entity.asOf,
    goneSince: entity.goneSince === null ? undefined : isoInstant(entity.goneSince),
    sample: sample || undefined,
    absent,
    enrichment,
    links,
    linksUnavailable,
  };
}
