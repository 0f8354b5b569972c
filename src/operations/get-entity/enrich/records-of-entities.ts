import { type BodyNumber, shownNumber } from '../../../domain/numbers.js';
import {
  NUMBERED_DATASETS,
  type NumberedDataset,
  type NumberedEntry,
  versionOf,
} from '../../../domain/records/numbered-dataset.js';
import type { Links, RecordChange, RecordsOfEntity } from '../../../store/store.js';
import { entitiesNear, identityOf } from '../../identify/chain.js';
import { type NumberDependencies, NumberedRecords } from '../../identify/records.js';
import { numbersOf } from './numbers.js';

interface EventDependencies extends NumberDependencies {
  readonly links: Pick<Links, 'ofEntity' | 'ofParty'>;
}

/** Records of one data set that are read for one number. */
const MAX_RECORDS = 2_000;

/** Returns the entities whose records of a numbered data set the changes altered, in order of the changes. */
export async function recordsOfEntities(
  changes: readonly RecordChange[],
  dependencies: EventDependencies,
): Promise<readonly RecordsOfEntity[]> {
  const records = new NumberedRecords(dependencies);
  const found: RecordsOfEntity[] = [];
  for (const [source, dataset] of NUMBERED_DATASETS) {
    const ofSource = changes.filter((change) => change.source === source);
    const entities = new Set<string>();
    for (const party of new Set(ofSource.map((change) => change.party))) {
      for (const id of await entitiesWith(party, dataset, records, dependencies)) entities.add(id);
    }
    for (const id of entities) {
      found.push(
        ...(await recordsOf(id, source, dataset, ofSource, changes.at(-1)?.number ?? 0, dependencies)),
      );
    }
  }
  return found;
}

async function entitiesWith(
  party: string,
  { numberIn, usesLinks }: NumberedDataset,
  records: NumberedRecords,
  { links }: EventDependencies,
): Promise<readonly string[]> {
  const number = numberIn(party);
  if (number === undefined) return [];
  const near = await entitiesNear(number, records);
  const linked = usesLinks ? await links.ofParty(`${number.scheme}:${number.value}`) : [];
  return [...near, ...linked.map(({ entity }) => entity)];
}

/** Empty if no record of the entity changed. */
async function recordsOf(
  id: string,
  source: string,
  dataset: NumberedDataset,
  changes: readonly RecordChange[],
  upTo: number,
  dependencies: EventDependencies,
): Promise<RecordsOfEntity[]> {
  const { catalog, links } = dependencies;
  const entity = await catalog.entities.get(id);
  if (entity === undefined || entity.goneSince !== null) return [];
  const identity = await identityOf(entity.number, dependencies);
  const subject = { entity, links: await links.ofEntity(id), identity, dependencies };
  const { certain, linked } = await numbersOf(subject);
  const numbers = new Map<string, BodyNumber>();
  for (const number of dataset.usesLinks ? [...certain, ...linked] : certain) {
    for (const key of dataset.keysOf(number)) if (!numbers.has(key)) numbers.set(key, number);
  }
  const own = changes.filter(({ party }) => numbers.has(party));
  const last = own.at(-1);
  if (last === undefined) return [];
  const live = new Entries(numbers);
  for (const party of numbers.keys()) {
    const { records } = await catalog.datasets.getPartyRecords(source, [party], MAX_RECORDS);
    for (const { key, date, document } of records) {
      live.put({ party, record: key, date, version: versionOf(document) }, true);
    }
  }
  // A load that is being applied may have changed what was just read.
  live.undo(await catalog.feed.laterRecordChanges(source, [...numbers.keys()], upTo));
  const after = live.list();
  live.undo(own);
  const before = live.list();
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ entity: id, source, run: last.run, before, after }];
}

type Place = Pick<RecordChange, 'party' | 'record' | 'date' | 'version'>;

/** Records under the keys of an entity's numbers. */
class Entries {
  readonly #numbers: ReadonlyMap<string, BodyNumber>;
  readonly #places = new Map<string, Place>();

  constructor(numbers: ReadonlyMap<string, BodyNumber>) {
    this.#numbers = numbers;
  }

  put(place: Place, isLive: boolean): void {
    const name = `${place.party}\n${place.record}`;
    if (isLive) this.#places.set(name, place);
    else this.#places.delete(name);
  }

  /** Takes back changes, given oldest first. */
  undo(changes: readonly RecordChange[]): void {
    for (const change of changes.toReversed()) this.put(change, !change.isLive);
  }

  /** Each record once, with the first number by which it is found; newest first. */
  list(): readonly NumberedEntry[] {
    const entries = new Map<string, NumberedEntry>();
    for (const [key, number] of this.#numbers) {
      for (const { party, record, date, version } of this.#places.values()) {
        if (party !== key || entries.has(record)) continue;
        entries.set(record, {
          scheme: number.scheme,
          number: shownNumber(number),
          record,
          date: date || null,
          version,
        });
      }
    }
    return [...entries.values()].sort(
      (one, other) =>
        (other.date ?? '').localeCompare(one.date ?? '') || one.record.localeCompare(other.record),
    );
  }
}
