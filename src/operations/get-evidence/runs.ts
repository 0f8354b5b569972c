import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { Catalog, RunFile } from '../../store/store.js';

type Run = UnsignedEvidence['origins'][number]['run'];

/** As `files` in the contract. */
const MAX_FILES = 50;
/** The number of last runs in which the newest complete one is looked for. */
const MAX_RUNS = 100;

/** The newest complete load after the one that changed a record; `null` if there is none. */
export async function newestWholeRun(
  source: string,
  after: number,
  catalog: Catalog,
): Promise<number | null> {
  const runs = await catalog.runs.listSummaries(source, MAX_RUNS);
  return runs.find(({ id, outcome, complete }) => id > after && outcome === 'done' && complete)?.id ?? null;
}

/** `held`: the places of the files that held the records; null if the load read one only, or that is not known. */
export async function describeRun(
  number: number | null,
  held: readonly number[] | null,
  catalog: Catalog,
): Promise<Run> {
  const run = number === null ? undefined : await catalog.runs.getSummary(number);
  if (run === undefined) return null;
  const { files, total } = await catalog.origins.filesOfRun(run.id, MAX_FILES, held);
  return {
    id: run.id,
    startedAt: isoInstant(run.startedAt),
    finishedAt: instantOf(run.finishedAt),
    publishedAt: run.publishedAt,
    complete: run.complete,
    files: files.map(describeFile),
    filesOfRecords: held !== null || total === 1,
    fileCount: total,
  };
}

function describeFile({ publishedAt, fetchedAt, ...file }: RunFile) {
  return { ...file, publishedAt: instantOf(publishedAt), fetchedAt: instantOf(fetchedAt) };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : isoInstant(at);
}
