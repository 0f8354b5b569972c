import Type, { type Static } from 'typebox';
import { ApiError, invalidParams } from '../../contract/errors.js';
import { FindingSchema, type LoadItem, LoadSchema, StartLoadBody } from '../../contract/service/operating.js';
import type { Operation } from '../support/declare.js';
import { actorOf, adminOperation, time, timeOrNull } from './declare.js';
import type { AdminDependencies } from './dependencies.js';

const SourceId = Type.Object({
  id: Type.String({ description: 'Id of the source.', examples: ['us_co_business_entities'] }),
});

/** Loads that an operator starts and stops, and the findings of a look at the whole installation. */
export function loadOperations(dependencies: AdminDependencies): readonly Operation[] {
  const { ledger, operating } = dependencies;
  return [
    adminOperation({
      id: 'adminListLoads',
      method: 'GET',
      path: '/loads',
      summary: 'List sources that can be downloaded, longest overdue first, and their loads',
      data: Type.Array(LoadSchema),
      run: async () => listLoads(dependencies),
    }),
    adminOperation({
      id: 'adminStartLoad',
      method: 'POST',
      path: '/loads',
      summary: 'Load a source from its publisher in a separate process; one at a time',
      body: StartLoadBody,
      data: LoadSchema,
      conflicts: true,
      run: async ({ body }, context) => {
        const { sourceId } = body as Static<typeof StartLoadBody>;
        const load = await findLoad(sourceId, dependencies);
        if (!load) {
          throw invalidParams({ parameter: 'sourceId', message: 'must be a source of GET /admin/loads.' });
        }
        if (load.state !== 'idle') throw new ApiError('conflict', `${sourceId} is already being loaded.`);
        // The audit row is written first, so that no action is missing from the log.
        if (await ledger.audit('load.start', sourceId, actorOf(context))) {
          const refusal = await operating.startLoad(sourceId);
          if (refusal !== null) throw new ApiError('conflict', refusal);
        }
        return (await findLoad(sourceId, dependencies)) ?? load;
      },
    }),
    adminOperation({
      id: 'adminStopLoad',
      method: 'POST',
      path: '/loads/:id/stop',
      summary: 'Stop a load that this service started and that has not started to write',
      params: SourceId,
      data: LoadSchema,
      conflicts: true,
      run: async ({ params: { id = '' } }, context) => {
        const load = await findLoad(id, dependencies);
        if (!load) throw new ApiError('not_found', 'There is no such source that can be downloaded.');
        if (!load.startedHere)
          throw new ApiError('conflict', `No load of ${id} was started by this service.`);
        if (load.state === 'applying') {
          throw new ApiError('conflict', `The load of ${id} is being written and can no longer be stopped.`);
        }
        if (await ledger.audit('load.stop', id, actorOf(context))) await operating.stopLoad(id);
        return (await findLoad(id, dependencies)) ?? load;
      },
    }),
    adminOperation({
      id: 'adminListFindings',
      method: 'GET',
      path: '/findings',
      summary: 'Find problems and how to fix them, like `dossier doctor`; changes nothing',
      data: Type.Array(FindingSchema),
      run: async () => [...(await operating.findings())],
    }),
  ];
}

async function findLoad(id: string, dependencies: AdminDependencies): Promise<LoadItem | undefined> {
  return (await listLoads(dependencies)).find(({ sourceId }) => sourceId === id);
}

async function listLoads({ catalog, operating }: AdminDependencies): Promise<LoadItem[]> {
  const states = new Map((await catalog().runs.listSourceStates()).map((state) => [state.sourceId, state]));
  const here = new Map((await operating.loads()).map((load) => [load.sourceId, load]));
  const fetched = operating.fetchable([...states.values()]);
  return await Promise.all(
    fetched.map(async ({ sourceId, title, dueAt }) => {
      const state = states.get(sourceId);
      const last = state?.lastRun;
      const mine = here.get(sourceId);
      const isMine = mine !== undefined && mine.endedAt === null;
      const isRunning =
        (last?.outcome === 'running' || last?.outcome === 'applying') && (await catalog().runs.isAlive(last));
      const step = last?.outcome === 'applying' ? 'applying' : 'reading';
      return {
        ...{ sourceId, title, dueAt: time(dueAt) },
        loaded: state?.lastGoodRun != null,
        state: isRunning ? step : isMine ? 'fetching' : 'idle',
        startedHere: isMine,
        startedAt: timeOrNull(isMine ? mine.startedAt : null),
        failure: mine?.failure ?? null,
      } as const;
    }),
  );
}
