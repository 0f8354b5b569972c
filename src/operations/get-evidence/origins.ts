import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { Catalog, RunFile, RunSummary } from '../../store/store.js';
import type { Subject } from '../get-entity/enrich/declare.js';

type Origin = UnsignedEvidence['origins'][number];

/** As the contract says of `files`. */
const MOST_FILES = 50;
/** Among so many last runs the newest whole one is looked for. */
const MOST_RUNS = 100;

/** A source as one that asserts something of the subject: its own, or a data set with linked parties. */
export async function originOf(source: string, subject: Subject): Promise<Origin> {
  const { entity, links, dependencies } = subject;
  const { catalog, sources } = dependencies;
  const facts = sources.get(source);
  const said = {
    source,
    title: facts?.title ?? source,
    agency: facts?.agency.name ?? source,
    url: facts?.agency.url ?? '',
    licence: facts?.licence ?? '',
  };
  if (source !== entity.sourceId) {
    const attached = links.filter(({ dataset, attached }) => attached && dataset === source);
    const run = (await catalog.datasetState(source))?.run;
    return {
      ...said,
      parties: attached.map(({ party }) => party),
      recordHash: null,
      lastChanged: null,
      run: run === undefined ? null : await describeRun(await catalog.getRun(run), catalog),
      confirmedBy: null,
    };
  }
  const stored = await catalog.entityOrigin(entity.id);
  return {
    ...said,
    parties: [],
    recordHash: stored?.hash ?? null,
    lastChanged: isoInstant(entity.changedAt),
    run: stored ? await describeRun(await catalog.getRun(stored.run), catalog) : null,
    confirmedBy:
      stored && entity.goneSince === null
        ? await describeRun(await confirming(source, stored.run, catalog), catalog)
        : null,
  };
}

/** The newest load of everything after the one that changed the record. */
async function confirming(source: string, after: number, catalog: Catalog): Promise<RunSummary | undefined> {
  const runs = await catalog.listRunSummaries(source, MOST_RUNS);
  return runs.find(({ id, outcome, complete }) => id > after && outcome === 'done' && complete);
}

async function describeRun(run: RunSummary | undefined, catalog: Catalog): Promise<Origin['run']> {
  if (run === undefined) return null;
  const { files, total } = await catalog.runFiles(run.id, MOST_FILES);
  return {
    id: run.id,
    startedAt: isoInstant(run.startedAt),
    finishedAt: instantOf(run.finishedAt),
    publishedAt: run.publishedAt,
    complete: run.complete,
    files: files.map(describeFile),
    fileCount: total,
  };
}

function describeFile({ publishedAt, fetchedAt, ...file }: RunFile) {
  return { ...file, publishedAt: instantOf(publishedAt), fetchedAt: instantOf(fetchedAt) };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : isoInstant(at);
}
