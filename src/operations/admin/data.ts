import Type from 'typebox';
import { ApiError } from '../../contract/errors.js';
import { AuditSchema, IndexSchema, RunSchema } from '../../contract/service/admin.js';
import type { RunSummary } from '../../store/store.js';
import { defineQuery, integer, text } from '../query/query.js';
import type { Operation, RequestContext } from '../support/declare.js';
import { type AdminInput, actorOf, adminOperation, time, timeOrNull } from './declare.js';
import type { AdminDependencies, IndexBuild } from './dependencies.js';

const ROWS = 100;
const MAX_ROWS = 1_000;
const limit = integer(`Maximum number of rows, up to ${MAX_ROWS}.`, {
  min: 1,
  fallback: ROWS,
  max: MAX_ROWS,
});
const RunsQuery = defineQuery({
  source: text('Only runs of this source.', 'us_co_business_entities'),
  limit,
});
const AuditQuery = defineQuery({ limit });

/** Runs, the index and the audit log. */
export function dataOperations(dependencies: AdminDependencies): readonly Operation[] {
  const { ledger, index } = dependencies;
  return [
    adminOperation({
      id: 'adminListRuns',
      method: 'GET',
      path: '/runs',
      summary: 'List loads with their outcome, newest first',
      query: RunsQuery.schema,
      data: Type.Array(RunSchema),
      run: async (request) => listRuns(request, dependencies),
    }),
    adminOperation({
      id: 'adminShowIndex',
      method: 'GET',
      path: '/index',
      summary: 'Get the current search index build',
      data: IndexSchema,
      run: async () => indexState(index.current(), dependencies),
    }),
    adminOperation({
      id: 'adminRollBackIndex',
      method: 'POST',
      path: '/index/rollback',
      summary: 'Roll back to the previous build; services switch within a second',
      data: IndexSchema,
      run: async (_, context) => rollBack(context, dependencies),
    }),
    adminOperation({
      id: 'adminListAudit',
      method: 'GET',
      path: '/audit',
      summary: 'List changes through the admin API and the command line, newest first',
      query: AuditQuery.schema,
      data: Type.Array(AuditSchema),
      run: async ({ query }) => {
        const rows = await ledger.listAudit(AuditQuery.read(query).limit);
        return rows.map((row) => ({ ...row, at: time(row.at) }));
      },
    }),
  ];
}

async function listRuns({ query }: AdminInput, { catalog }: AdminDependencies) {
  const { source, limit } = RunsQuery.read(query);
  return (await catalog().runs.listSummaries(source, limit)).map(toRun);
}

async function rollBack(context: RequestContext, { ledger, index, catalog }: AdminDependencies) {
  const before = index.current();
  if (!before?.previous) throw new ApiError('not_found', 'There is no previous build.');
  // The audit row is written first, so that no action is missing from the log.
  const target = `${before.builtAt} -> ${before.previous.builtAt}`;
  const isFirst = await ledger.audit('index.rollback', target, actorOf(context));
  if (!isFirst) return indexState(before, { catalog });
  return indexState(await index.rollBack(), { catalog });
}

async function indexState(build: IndexBuild | undefined, { catalog }: Pick<AdminDependencies, 'catalog'>) {
  return {
    current: build ? toBuild(build) : null,
    previous: build?.previous ? toBuild(build.previous) : null,
    contentVersion: await catalog().content.version(),
  };
}

function toBuild({ builtAt, contentVersion }: IndexBuild) {
  return { builtAt: time(builtAt), contentVersion };
}

function toRun(run: RunSummary) {
  return { ...run, startedAt: time(run.startedAt), finishedAt: timeOrNull(run.finishedAt) };
}
