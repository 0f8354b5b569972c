import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { ReachedNumber } from '../../contract/records/identity.js';
import { type Absence, absenceNow, type HeldElsewhere } from '../../domain/absence.js';
import type { EntityData } from '../../domain/entity.js';
import { allOfficers, hasLinkedOfficers, type NoteRecord } from '../../domain/people/officers.js';
import { canExpire, currentRecord, dayOf, listedRecord } from '../../domain/records/current-record.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { EntityLink, StoredEntity } from '../../store/store.js';
import { identityOf } from '../identify/chain.js';
import type { Answer, JsonText } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf, orWithoutLinks } from '../support/origin.js';
import type { EnrichmentOf, Subject, SubjectDependencies } from './enrich/declare.js';
import { ENRICHMENTS } from './enrich/index.js';
import { explainLinks } from './explain.js';

/** The parameters of an entity other than its id. */
export interface PresentOptions {
  readonly include: readonly IncludeToken[];
  readonly explain: boolean;
  /** Items of each included list to leave out. */
  readonly offset: number;
  /** Only figures filed by this day, `YYYY-MM-DD`; null for all. */
  readonly at: string | null;
}

/**
 * A stored record with its enrichment. If nothing is asked for and no linked record has officers or filings of it,
 * the stored text goes out as it is, with the time of its last change: linked records change at times of their own.
 */
export async function present(
  entity: StoredEntity,
  { include, explain, offset, at }: PresentOptions,
  dependencies: Dependencies,
): Promise<Answer> {
  const now = dependencies.now();
  const current = listedRecord(currentRecord(entity, now), dependencies.sources.get(entity.sourceId));
  const links = await orWithoutLinks(() => dependencies.links.ofEntity(entity.id), UNREADABLE);
  const identity = (await dependencies.catalog.entities.mayShareNumbers(entity.number))
    ? await identityOf(entity.number, dependencies)
    : undefined;
  if (
    links !== UNREADABLE &&
    identity === undefined &&
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
  const subject: Subject = { entity, data, links, identity, dependencies, offset, at, today };
  const { record, absent } = await wholeRecord(subject);
  const found =
    links === UNREADABLE ? unavailable(include) : await enrich(subject, include, dependencies.reportFault);
  return {
    data: { value: { ...record, ...valuesOf(found) } },
    meta: metaOf(
      current,
      {
        absent,
        identity,
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

/** Returns what the tokens add to a record, and their outcomes. Throws if one cannot be read. */
export async function readTokens(
  entity: StoredEntity,
  include: readonly IncludeToken[],
  dependencies: SubjectDependencies,
): Promise<{ readonly values: object; readonly outcomes: object }> {
  const now = dependencies.now();
  const { document } = listedRecord(currentRecord(entity, now), dependencies.sources.get(entity.sourceId));
  const subject: Subject = {
    ...{
      entity,
      data: JSON.parse(document) as EntityData,
      dependencies,
      offset: 0,
      at: null,
      today: dayOf(now),
    },
    links: await dependencies.links.ofEntity(entity.id),
    identity: await identityOf(entity.number, dependencies),
  };
  const found = await enrich(subject, include, (error) => {
    throw error;
  });
  return { values: valuesOf(found), outcomes: outcomesOf(found) };
}

async function enrich(
  subject: Subject,
  include: readonly IncludeToken[],
  onFault: (error: unknown, detail: string) => void,
): Promise<ReadonlyMap<IncludeToken, EnrichmentOf>> {
  const wanted = ENRICHMENTS.filter(({ token }) => include.includes(token));
  const found = await Promise.all(
    wanted.map(async ({ token, load }): Promise<[IncludeToken, EnrichmentOf]> => {
      // One token that fails costs nothing and leaves the others as they are.
      const enrichment = await load(subject).catch((error: unknown) => {
        onFault(error, `${token} could not be read; the record was returned without it.`);
        return { outcome: 'unavailable', asOf: null } as const;
      });
      return [token, enrichment];
    }),
  );
  return new Map(found);
}

function valuesOf(found: ReadonlyMap<IncludeToken, EnrichmentOf>) {
  return Object.fromEntries([...found].flatMap(([token, { value }]) => (value ? [[token, value]] : [])));
}

function outcomesOf(found: ReadonlyMap<IncludeToken, EnrichmentOf>) {
  return Object.fromEntries([...found].map(([token, { value: _value, ...said }]) => [token, said]));
}

/** The members of the meta other than the record's origin. */
interface OtherMeta {
  readonly absent: unknown;
  readonly identity?: readonly ReachedNumber[] | undefined;
  readonly enrichment?: unknown;
  readonly links?: unknown;
  readonly linksUnavailable?: true | undefined;
}

/** One literal: an object that is spread and then added to gets a hidden class of its own each time, which takes 2 µs. */
function metaOf(
  entity: StoredEntity,
  { absent, identity, enrichment, links, linksUnavailable }: OtherMeta,
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
    identity,
    enrichment,
    links,
    linksUnavailable,
  };
}

type Parts = Pick<Dependencies, 'catalog' | 'sources'>;

/** `meta.absent` of a record: as it was stored, where nothing but its own file can hold what is missing. */
async function absentText(
  entity: StoredEntity,
  links: readonly EntityLink[],
  parts: Parts,
): Promise<JsonText> {
  const held = parts.sources.get(entity.sourceId)?.heldBy;
  if (!held?.size) return { json: entity.absent };
  return { json: JSON.stringify(await absentNow(entity, links, parts)) };
}

/** The same as an object. */
async function absentNow(entity: StoredEntity, links: readonly EntityLink[], parts: Parts): Promise<Absence> {
  return absenceNow(entity.absent, await heldNow(entity.sourceId, links, parts));
}

/**
 * Whether what would hold a field is loaded; undefined of a field that stands in the records' own file. A data set is never
 * complete (a return for some bodies, the filings of some days): it counts as loaded for a record that it has records of.
 */
export async function heldNow(
  sourceId: string,
  links: readonly EntityLink[],
  { catalog, sources }: Parts,
): Promise<(field: HeldElsewhere) => boolean | undefined> {
  const loaded = new Map<HeldElsewhere, boolean>();
  const held = sources.get(sourceId)?.heldBy;
  if (!held?.size) return () => undefined;
  const own = await catalog.datasets.state(sourceId);
  for (const [field, by] of held) {
    if ('columns' in by) {
      if (own?.missing.includes(by.columns)) loaded.set(field, false);
    } else if ('table' in by) loaded.set(field, !own?.missing.includes(by.table));
    else loaded.set(field, isLinked(links, by.dataset));
  }
  return (field) => loaded.get(field);
}

function isLinked(links: readonly EntityLink[], dataset: string): boolean {
  return links.some((link) => link.attached && link.dataset === dataset);
}

/** A record with the officers and filings of linked records; calls `note` for these. */
export async function wholeRecord(
  subject: Subject,
  note?: NoteRecord,
): Promise<{ readonly record: EntityData; readonly absent: Absence }> {
  const { entity, data, links, dependencies } = subject;
  const officers = await allOfficers(data.officers, links, dependencies.catalog.datasets, note);
  const filings = await allFilings(subject, dependencies.catalog, note);
  const absent = absentBut({ officers, filings }, await absentNow(entity, links, dependencies));
  return { record: { ...data, officers, filings }, absent };
}

/** Fields that were found in linked records are not absent. */
function absentBut(found: Pick<EntityData, 'officers' | 'filings'>, absent: Absence): Absence {
  const reasons = Object.entries(absent);
  const isFound = (field: string) => (field === 'officers' || field === 'filings') && found[field].length > 0;
  return Object.fromEntries(reasons.filter(([field]) => !isFound(field)));
}

/** Data sets that hold filings of other sources' entities, by the entity's own id. */
export const FILING_DATASETS: readonly string[] = ['us_ny_entity_filings'];
/** Thirty days of it come at a time and all are kept; beyond this many the oldest are not shown. */
const MAX_FILINGS = 1_000;

type Filing = EntityData['filings'][number];

/** Filings of the record itself and those that a data set has of it, newest first; the undated last. */
export async function allFilings(
  { data, links }: Pick<Subject, 'data' | 'links'>,
  catalog: Pick<Dependencies['catalog'], 'datasets'>,
  note?: NoteRecord,
): Promise<EntityData['filings']> {
  const found: Filing[] = [...data.filings];
  for (const dataset of FILING_DATASETS) {
    const parties = links.flatMap((link) => (link.attached && link.dataset === dataset ? link.party : []));
    if (parties.length === 0) continue;
    const { records } = await catalog.datasets.getPartyRecords(dataset, parties, MAX_FILINGS);
    for (const { document, key } of records) {
      const filing = JSON.parse(document) as Filing;
      note?.(filing, dataset, key);
      found.push(filing);
    }
  }
  return found.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
}

/** Whether anything but the record itself can name filings: without a link nothing more is read. */
function hasFilingsElsewhere({ links }: Pick<Subject, 'links'>): boolean {
  return links.some(({ attached, dataset }) => attached && FILING_DATASETS.includes(dataset));
}
