import { ApiError } from '../../contract/errors.js';
import {
  EVIDENCE_FORMAT,
  EvidenceMetaSchema,
  EvidenceSchema,
  type UnsignedEvidence,
} from '../../contract/records/evidence.js';
import type { EntityData } from '../../domain/entity.js';
import { currentRecord, dayOf, listedRecord } from '../../domain/records/current-record.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { Catalog, EntityLink, Links, PriceItem, RecordOrigin, StoredEntity } from '../../store/store.js';
import type { Subject } from '../get-entity/enrich/declare.js';
import { searchExclusions } from '../get-entity/enrich/exclusions.js';
import { explainLink } from '../get-entity/explain.js';
import { EntityParams, entityFinder, readEntityId } from '../get-entity/find-entity.js';
import { wholeRecord } from '../get-entity/present.js';
import { identityOf } from '../identify/chain.js';
import { choice, defineQuery, quoted } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf } from '../support/origin.js';
import { describeRun, newestWholeRun } from './runs.js';

const PRICE: readonly PriceItem[] = [{ item: 'evidence', credits: 2 }];

const WITH_EXCLUSIONS: readonly PriceItem[] = [...PRICE, { item: 'exclusions', credits: 1 }];

const EvidenceQuery = defineQuery({
  include: choice('`exclusions`: also what each exclusion list says of the record, +1 credit.', [
    'exclusions',
  ]),
});

export function getEvidence(dependencies: Dependencies) {
  const findEntity = entityFinder(dependencies);
  return defineOperation({
    id: 'getEvidence',
    method: 'GET',
    path: '/api/v1/entity/:id/evidence',
    summary: 'Get signed evidence for an entity',
    description:
      'Returns all evidence for a record: who asserts each field, under which licence, in which file of which load, and how records of data sets were linked to it. Signed with the installation’s Ed25519 key over the canonical form of RFC 8785; `dossier evidence verify` verifies it without the service. Only available for loaded records. Costs 2 credits, with `include=exclusions` 3.',
    scope: 'read',
    example: { params: { id: 'CO:20221555001' } },
    params: EntityParams,
    query: EvidenceQuery.schema,
    data: EvidenceSchema,
    meta: EvidenceMetaSchema,
    parse: ({ params, query }) => ({ id: readEntityId(params.id), ...EvidenceQuery.read(query) }),
    price: ({ include }) => (include === null ? PRICE : WITH_EXCLUSIONS),
    run: async ({ id, include }, { at }) => {
      const entity = await findEntity(id);
      if (!entity) throw new ApiError('not_found', `No loaded source contains ${quoted(id)}.`);
      return {
        data: { json: dependencies.sign(await evidenceOf(entity, at, dependencies, include !== null)) },
        meta: {
          source: agencyOf(entity.sourceId, dependencies.sources),
          dataset: dependencies.sources.get(entity.sourceId)?.title,
          sample: dependencies.sample || undefined,
        },
      };
    },
  });
}

async function evidenceOf(
  entity: StoredEntity,
  at: number,
  dependencies: Dependencies,
  withExclusions: boolean,
): Promise<UnsignedEvidence> {
  const links = await dependencies.links.ofEntity(entity.id);
  const current = listedRecord(currentRecord(entity, at), dependencies.sources.get(entity.sourceId));
  const data = JSON.parse(current.document) as EntityData;
  const identity = withExclusions ? await identityOf(entity.number, dependencies) : undefined;
  const subject = { entity, data, links, identity, dependencies, offset: 0, at: null, today: dayOf(at) };
  const linked = new LinkedItems();
  const { record, absent } = await wholeRecord(subject, linked.note);
  const { origins, places } = await originsOf(subject, linked);
  return {
    format: EVIDENCE_FORMAT,
    id: entity.id,
    issuedAt: isoInstant(at),
    sample: dependencies.sample,
    goneSince: entity.goneSince === null ? null : isoInstant(entity.goneSince),
    record,
    absent,
    assertions: assertionsOf(record, (item) => places.get(linked.recordOf(item))),
    origins,
    links: await judgedLinks(links.filter(isAsserting(origins)), dependencies.links),
    ...(withExclusions && { exclusions: await searchedLists(subject) }),
  };
}

/** The result of each list, with the files that were searched. */
async function searchedLists(subject: Subject): Promise<UnsignedEvidence['exclusions']> {
  const { catalog } = subject.dependencies;
  const found = await searchExclusions(subject);
  const lists = found.map(async ({ items: _items, ...list }) => {
    const state = await catalog.datasets.state(list.dataset);
    return { ...list, run: await describeRun(state?.run ?? null, null, catalog) };
  });
  return { lists: await Promise.all(lists), items: found.flatMap(({ items }) => items) };
}

/** Links whose data sets assert a part of the record. Other links are sold by `include`. */
function isAsserting(origins: UnsignedEvidence['origins']) {
  return ({ attached, dataset, party }: EntityLink) =>
    attached && origins.some(({ source, parties }) => source === dataset && parties.includes(party));
}

async function judgedLinks(found: readonly EntityLink[], links: Pick<Links, 'state'>) {
  const ids = [...new Set(found.map(({ dataset }) => dataset))];
  const states = new Map(await Promise.all(ids.map(async (id) => [id, await links.state(id)] as const)));
  return found.map((link) => {
    const state = states.get(link.dataset);
    return {
      ...explainLink(link),
      judgedAt: state ? isoInstant(state.at) : null,
      weights: state?.weights ?? null,
    };
  });
}

/** The place of the record itself. */
const OWN: Place = { origin: 0, record: 0 };

/** Who asserts each field of the record; of lists each item. `placeOf`: of an item that a linked record names. */
function assertionsOf(
  record: EntityData,
  placeOf: (item: object) => Place | undefined,
): UnsignedEvidence['assertions'] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (!Array.isArray(value)) return [{ pointer: `/${field}`, ...OWN }];
    return value.map((item: object, at) => ({ pointer: `/${field}/${at}`, ...(placeOf(item) ?? OWN) }));
  });
}

type Origin = UnsignedEvidence['origins'][number];

/** A place in `origins`, and one in the `records` there. */
type Place = Pick<UnsignedEvidence['assertions'][number], 'origin' | 'record'>;

/** A stored record, or what is left of one that went between two reads. */
interface AssertingRecord extends Omit<RecordOrigin, 'hash' | 'changedAt'> {
  readonly hash: string | null;
  readonly changedAt: number | null;
}

/** A record of a data set. */
interface LinkedRecord {
  readonly dataset: string;
  readonly key: string;
}

/** Items of a record that records of data sets name. */
class LinkedItems {
  readonly #records = new Map<string, LinkedRecord>();
  readonly #named = new Map<object, string>();

  readonly note = (item: object, dataset: string, key: string): void => {
    const name = nameOf(dataset, key);
    this.#records.set(name, { dataset, key });
    this.#named.set(item, name);
  };

  /** The name of the record that names the item; blank if the subject itself does. */
  recordOf(item: object): string {
    return this.#named.get(item) ?? '';
  }

  /** Keys of records by their data sets, in the order in which they were named. */
  byDataset(): ReadonlyMap<string, readonly string[]> {
    const keys = new Map<string, string[]>();
    for (const { dataset, key } of this.#records.values()) {
      const of = keys.get(dataset) ?? [];
      keys.set(dataset, of);
      of.push(key);
    }
    return keys;
  }
}

function nameOf(dataset: string, key: string): string {
  return `${dataset}\n${key}`;
}

/** All origins, the record's own first, and where each linked record stands in them. */
async function originsOf(
  subject: Subject,
  linked: LinkedItems,
): Promise<{ readonly origins: Origin[]; readonly places: ReadonlyMap<string, Place> }> {
  const { entity, dependencies } = subject;
  const { catalog } = dependencies;
  const places = new Map<string, Place>();
  const own = await catalog.origins.ofRecords(null, [entity.id]);
  const origins = [await describe(entity.sourceId, own, subject)];
  for (const [dataset, keys] of linked.byDataset()) {
    const known = await catalog.origins.ofRecords(dataset, keys);
    const gone = keys.filter((key) => !known.some((record) => record.key === key)).map(withoutRecord);
    for (const records of byLoad([...known, ...gone])) {
      for (const [at, { key }] of records.entries())
        places.set(nameOf(dataset, key), { origin: origins.length, record: at });
      origins.push(await describe(dataset, records, subject));
    }
  }
  return { origins, places };
}

function withoutRecord(key: string): AssertingRecord {
  return { key, hash: null, changedAt: null, run: null, files: null, missedBy: null };
}

/** Records that one load wrote from the same files. */
function byLoad(records: readonly AssertingRecord[]): AssertingRecord[][] {
  const loads = new Map<string, AssertingRecord[]>();
  for (const record of records) {
    const load = `${record.run} ${record.files}`;
    const of = loads.get(load) ?? [];
    loads.set(load, of);
    of.push(record);
  }
  return [...loads.values()];
}

async function describe(
  source: string,
  records: readonly AssertingRecord[],
  subject: Subject,
): Promise<Origin> {
  const { links, dependencies } = subject;
  const { catalog, sources } = dependencies;
  const facts = sources.get(source);
  const attached = links.filter(({ attached, dataset }) => attached && dataset === source);
  const [first] = records;
  return {
    source,
    title: facts?.title ?? source,
    agency: facts?.agency.name ?? source,
    url: facts?.agency.url ?? '',
    licence: facts?.licence ?? '',
    parties: attached.map(({ party }) => party),
    records: records.map(({ key, hash, changedAt }) => ({
      ...{ key, hash },
      lastChanged: changedAt === null ? null : isoInstant(changedAt),
    })),
    ...(await loadsOf(source, first, catalog)),
  };
}

async function loadsOf(
  source: string,
  record: AssertingRecord | undefined,
  catalog: Catalog,
): Promise<Pick<Origin, 'run' | 'confirmedBy' | 'missedBy'>> {
  if (record === undefined) return { run: null, confirmedBy: null, missedBy: null };
  const { run, files, missedBy } = record;
  const isListed = run !== null && missedBy === null;
  const whole = isListed ? await newestWholeRun(source, run, catalog) : null;
  const missing = await describeRun(missedBy, null, catalog);
  return {
    run: await describeRun(run, files, catalog),
    confirmedBy: await describeRun(whole, null, catalog),
    missedBy: missing && { ...missing, filesOfRecords: false },
  };
}
