import { join } from 'node:path';
import type { EntityDraft } from '../../src/domain/entity.js';
import { bulkId } from '../../src/domain/ids.js';
import { oneLineAddress } from '../../src/domain/places/addresses.js';
import { stateCode } from '../../src/domain/places/place-codes.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import type { LinkRecord } from '../../src/matching/records/record.js';
import { SOURCES } from '../../src/sources/index.js';
import type { Store } from '../../src/store/store.js';
import { pickFrom, randomFrom } from '../generate/writers/random.js';
import { readCandidates, readRecords } from '../links/suite.js';
import { FILERS, IRS } from './suites.js';

const ROWS_AT_ONCE = 1_000;

/**
 * Loads the references of the suites: the IRS's file with the candidates of `sam_bmf`, and the SEC's filers as registrations
 * of a federal register. `wanted` takes a part of them. Returns the ids of all that was loaded.
 */
export async function fillSuites(
  { catalog }: Pick<Store, 'catalog'>,
  folder: string,
  wanted: (key: string) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const candidates = readCandidates(join(folder, 'sam_bmf.candidates.dev.tsv.gz'), 'sam_bmf');
  const bodies = new Map(
    [
      ...readRecords(join(folder, 'nine90_bmf.reference.tsv.gz'), 'nine90_bmf'),
      ...[...candidates.values()].flat(),
    ]
      .filter(({ id }) => wanted(id))
      .map((record) => [record.id, record]),
  );
  const filers = readRecords(join(folder, 'sec_time.reference.tsv.gz'), 'sec_time').filter(({ id }) =>
    wanted(id),
  );
  await load(catalog, IRS, [...bodies.values()].map(irsDraft));
  await load(catalog, FILERS, filers.map(filerDraft));
  return new Set([
    ...[...bodies.keys()].map((key) => bulkId(IRS, key)),
    ...filers.map(({ id }) => bulkId(FILERS, id)),
  ]);
}

/**
 * Loads invented records of a further register: each begins with the words of one real name, ends with those of another, and
 * stands at the address of a third, so that they share words and doors with the questions as a larger population does.
 */
export async function fillGenerated(
  { catalog }: Pick<Store, 'catalog'>,
  folder: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const records = readRecords(join(folder, 'nine90_bmf.reference.tsv.gz'), 'nine90_bmf');
  const random = randomFrom(1);
  const pick = () => pickFrom(records, random);
  const drafts = Array.from({ length: count }, (_, row): EntityDraft => {
    const [one, other] = [wordsOf(pick()), wordsOf(pick())];
    const name = [
      ...one.slice(0, Math.ceil(one.length / 2)),
      ...other.slice(Math.floor(other.length / 2)),
    ].join(' ');
    return { ...placed(pick()), key: String(row + 1), name };
  });
  await load(catalog, GENERATED, drafts);
}

function wordsOf({ names }: LinkRecord): readonly string[] {
  return names[0]?.text.split(' ') ?? [];
}

const GENERATED = 'us_fmcsa_carriers';

function irsDraft(record: LinkRecord): EntityDraft {
  const second = record.names.find(({ kind }) => kind === 'sort');
  return {
    ...placed(record),
    otherNames: second === undefined ? [] : [{ name: second.text, kind: 'sort' }],
    identifiers: [{ scheme: 'ein', value: record.id.replace(/^(\d{2})(\d{7})$/, '$1-$2') }],
    linkKeys: [{ scheme: 'ein', value: record.id }],
  };
}

function filerDraft(record: LinkRecord): EntityDraft {
  const former = record.names.filter(({ kind }) => kind === 'former');
  return { ...placed(record), otherNames: former.map(({ text }) => ({ name: text, kind: 'former' })) };
}

function placed({ id, names, address }: LinkRecord): EntityDraft {
  const { street = '', city = '', state = '', zip = '' } = address ?? {};
  return {
    key: id,
    name: names[0]?.text ?? '',
    state: stateCode(state) ?? null,
    principalAddress: oneLineAddress({ street: [street], city, state, zip }),
  };
}

async function load(
  catalog: Store['catalog'],
  sourceId: string,
  drafts: readonly EntityDraft[],
): Promise<void> {
  const source = SOURCES.find(({ id }) => id === sourceId);
  if (source?.kind !== 'entities') throw new Error(`${sourceId} is not a source of entities.`);
  const startedAt = Date.now();
  const run = await catalog.loads.start({ sourceId, startedAt, inputs: [], publishedAt: null });
  const stage = await catalog.loads.openEntityStage(run, sourceId);
  for (let at = 0; at < drafts.length; at += ROWS_AT_ONCE) {
    await stage.put(drafts.slice(at, at + ROWS_AT_ONCE).map((draft) => toEntityRow(source, draft)));
  }
  const counts = stage.counts();
  const { gone } = await (await stage.seal(null)).apply(() => undefined);
  const read = { rows: drafts.length, bytes: 0, gone, complete: false, warnings: [], error: null };
  await catalog.loads.finish(run, { ...counts, ...read, outcome: 'done', finishedAt: Date.now() });
}
