import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { Catalog, RecordOrigin } from '../../store/store.js';
import type { Subject } from '../get-entity/enrich/declare.js';
import { describeRun, newestWholeRun } from './runs.js';

type Origin = UnsignedEvidence['origins'][number];

/** A place in `origins`, and one in the `records` there. */
export type Place = Pick<UnsignedEvidence['assertions'][number], 'origin' | 'record'>;

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
export class LinkedItems {
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
export async function originsOf(
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
