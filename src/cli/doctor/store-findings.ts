import { LOBBYING } from '../../domain/records/searched-records.js';
import { sentence } from '../../domain/sentence.js';
import { contentNow, type IndexedContent } from '../../indexing/files/indexed-content.js';
import { isStale } from '../../ingest/schedule.js';
import { countMisfits } from '../../linking/check-candidates.js';
import { isLinked } from '../../linking/relink.js';
import { DATASETS } from '../../sources/datasets.js';
import { SOURCES } from '../../sources/index.js';
import {
  inspectStage,
  inspectStoreFiles,
  openStore,
  type PostgresOptions,
  type StoreFileState,
} from '../../store/engine/engine.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { describeMissing, missingDatabases } from '../../store/folder/open-folder.js';
import type { Catalog, RunSummary, Store } from '../../store/store.js';
import { faultOf } from '../fault.js';
import { counted } from '../report.js';
import { type Finding, fine, wrong } from './finding.js';
import { examineWatches } from './watch-finding.js';

/** A ledger that is further ahead of the machine keeps monthly credits in that future (docs/domain/credits.md). */
const MAX_CLOCK_LAG_MS = 60_000;

/** The option for sources of which a plain load only downloads changes. */
const RELOADS: Readonly<Record<string, string>> = { [LOBBYING]: `dossier ingest ${LOBBYING} --since DATE` };

interface StoreQuestion {
  readonly now: number;
  /** Every page is read. */
  readonly deep: boolean;
  /** Keeps the ledger and the state. */
  readonly postgres?: PostgresOptions;
}

interface StoreReport {
  readonly findings: readonly Finding[];
  /** The content that an index must hold; null if the catalog could not be read. */
  readonly content: Required<IndexedContent> | null;
}

/** Schema, files, ledger and clock. A file that cannot be opened is reported, and nothing is changed. */
export async function examineStore(
  folder: DataFolder,
  { now, deep, postgres }: StoreQuestion,
): Promise<StoreReport> {
  const missing = missingDatabases(folder);
  const lost = missing.length === 0 ? [] : [describeMissing(folder, missing)];
  const bad = inspectStoreFiles(folder.path, deep).filter(
    ({ state }) => state !== 'current' && state !== 'missing',
  );
  if (lost.length + bad.length > 0) {
    const findings = [
      ...lost.map(({ what, cure }) => wrong('files', what, cure)),
      ...bad.map((file) => ofFile(folder, file)),
    ];
    return { findings, content: null };
  }
  const good = [
    fine('files', deep ? 'All databases exist and are intact.' : 'All databases exist and are readable.'),
    fine('schema', 'All databases have the current schema.'),
  ];
  try {
    const store = await openStore(folder.path, { schema: 'current', postgres });
    try {
      const checks = [
        await unsearched(store),
        ...(await examineRuns(store.catalog, folder.path, now, deep)),
        await linking(store, deep),
        await ledgerSum(store),
        await ledgerClock(store, now),
        ...(await examineWatches(store.state, now)),
      ];
      const findings = [...good, ...checks];
      return { findings, content: await contentNow(store.catalog) };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { findings: [unopened('The databases', folder, error)], content: null };
  }
}

function ofFile(folder: DataFolder, { name, state, detail, cause }: StoreFileState): Finding {
  switch (state) {
    case 'unreadable':
      return unopened(name, folder, cause);
    case 'older':
      return wrong(
        'schema',
        `${name} has the schema of an older version.`,
        'Back up, then run: dossier migrate',
      );
    case 'newer':
      return wrong(
        'schema',
        `${name} has the schema of a newer version.`,
        'Use that version or a newer one.',
      );
    default:
      return wrong('files', `${name} is damaged: ${detail}.`, 'Restore a backup: dossier restore DIR');
  }
}

/** Nothing is known of the file itself. */
function unopened(name: string, { path }: DataFolder, error: unknown): Finding {
  const fault = faultOf(error, path);
  const what = `${name} cannot be read: ${sentence(error)}${fault ? ` ${fault.what}` : ''}`;
  return wrong('files', what, fault?.cure ?? 'Check the disk and the permissions of the folder.');
}

/** Records that were stored before the search existed lack the fields that it shows; only their files have them. */
async function unsearched({ catalog }: Store): Promise<Finding> {
  const counts = await catalog.records.countUnsearched();
  if (counts.length === 0) return fine('searches', 'All searchable records are indexed.');
  const said = counts.map(({ sourceId, records }) => `${records.toLocaleString('en-US')} of ${sourceId}`);
  const what = `Searches do not find records stored by an older version: ${said.join(', ')}.`;
  const loads = counts.map(({ sourceId }) => RELOADS[sourceId] ?? `dossier ingest ${sourceId} --file FILE`);
  return wrong('searches', what, `Load their files again: ${loads.join('; ')}`);
}

/** Links are older also while a part of them waits to be judged. */
async function linking({ catalog, links }: Store, deep: boolean): Promise<Finding> {
  const isEmpty = (await catalog.content.version()) === 0;
  if (!isEmpty && !(await isLinked(catalog, links)))
    return wrong(
      'links',
      'Links are out of date: records were loaded after the last linking run.',
      'Run: dossier resolve',
    );
  const misfits = deep && !isEmpty ? await countMisfits(catalog, links) : undefined;
  if (misfits === undefined) return fine('links', 'The links are up to date.');
  if (misfits === 0) return fine('links', 'The links are up to date, and their candidates match the data.');
  const what = `The link candidates differ from the data in ${counted(misfits, 'place')}.`;
  return wrong('links', what, 'Run: dossier resolve --all');
}

async function ledgerSum({ ledger }: Store): Promise<Finding> {
  const [first, ...more] = await ledger.verify();
  if (!first) return fine('ledger', 'Every balance is the sum of its rows.');
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  const what = `The ledger is inconsistent: ${first.accountId}: ${first.what}${others}.`;
  return wrong(
    'ledger',
    what,
    'Stop the service, run dossier ledger verify to list all problems, and restore a backup.',
  );
}

async function ledgerClock({ ledger }: Store, now: number): Promise<Finding> {
  const ahead = (await ledger.latestTime()) - now;
  if (ahead <= MAX_CLOCK_LAG_MS) return fine('clock', 'The clock is not behind the ledger.');
  const what = `The clock is ${Math.round(ahead / 1_000)} s behind the latest ledger row.`;
  return wrong('clock', what, 'Set the machine’s clock (NTP); monthly credits depend on it.');
}

const MAX_NAMED = 5;

/** Loads that were stopped or failed, and sources that are older than two of their periods: a finding for each cure. */
async function examineRuns(
  catalog: Catalog,
  folder: string,
  now: number,
  deep: boolean,
): Promise<readonly Finding[]> {
  const states = await catalog.runs.listSourceStates();
  const last = states.flatMap(({ lastRun }) => (lastRun ? [lastRun] : []));
  const byId = new Map(states.map((state) => [state.sourceId, state]));
  const stale = [...SOURCES, ...DATASETS].filter((source) => isStale(source, byId.get(source.id), now));
  const applying = last.filter(({ outcome }) => outcome === 'applying');
  const alive = await Promise.all(applying.map((run) => catalog.runs.isAlive(run)));
  const interrupted = applying.filter((_, at) => !alive[at]);
  const findings = [
    ...interrupted.map((run) => ofInterrupted(run, inspectStage(folder, run.id, deep))),
    ...report(
      last.filter(({ outcome }) => outcome === 'abandoned').map(({ sourceId }) => sourceId),
      (ids) => `A load was killed while reading, and changed nothing: ${ids}.`,
      'Run dossier ingest ID again.',
    ),
    ...report(
      last.filter(({ outcome }) => outcome === 'failed').map(({ sourceId }) => sourceId),
      (ids) => `The last load failed: ${ids}.`,
      'Run dossier sources ID to see why, then dossier ingest ID again.',
    ),
    ...report(
      stale.map(({ id }) => id),
      (ids) => `Out of date: ${ids}.`,
      'Run dossier schedule, or dossier ingest ID.',
    ),
  ];
  return findings.length > 0
    ? findings
    : [fine('runs', 'All last runs succeeded, and no source is out of date.')];
}

/** Part of it is in the catalog. */
function ofInterrupted({ id, sourceId }: RunSummary, stage: ReturnType<typeof inspectStage>): Finding {
  const what = `The load of ${sourceId} (run ${id}) was stopped while it was being applied`;
  switch (stage) {
    case 'whole':
      return wrong(
        'runs',
        `${what}; part of it is visible.`,
        'The next start or load finishes it; or run: dossier ingest --finish',
      );
    case 'missing':
      return wrong('runs', `${what}, and the rest of it is lost.`, `Run: dossier ingest ${sourceId}`);
    case 'damaged':
      return wrong(
        'runs',
        `${what}, and the rest of it is damaged.`,
        `Run: dossier ingest --give-up ${id}, then dossier ingest ${sourceId}`,
      );
  }
}

function report(ids: readonly string[], what: (ids: string) => string, cure: string): readonly Finding[] {
  if (ids.length === 0) return [];
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return [wrong('runs', what(`${ids.slice(0, MAX_NAMED).join(', ')}${more}`), cure)];
}
