import { expect, test, vi } from 'vitest';
import { finishInterruptedRuns } from '../../../src/ingest/run/roll-forward.js';
import { UnfinishedRunError } from '../../../src/ingest/run/unfinished-run.js';
import { RunInProgressError, type SealedStage } from '../../../src/store/store.js';
import { Bench, type Lines } from './register.js';

const bench = Bench.forEachTest();
/** More than one transaction. */
const COUNT = 6_000;
const linesOf = (name: string): Lines =>
  Array.from({ length: COUNT }, (_, index) => [`K${index}`, `${name} ${index}`] as const);
const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

/** The stage of the next load is applied by this instead. */
function applyBy(
  apply: (sealed: SealedStage, ...of: Parameters<SealedStage['apply']>) => Promise<never>,
): void {
  const open = bench.catalog.loads.openEntityStage.bind(bench.catalog.loads);
  vi.spyOn(bench.catalog.loads, 'openEntityStage').mockImplementationOnce(async (...of) => {
    const stage = await open(...of);
    const seal = stage.seal.bind(stage);
    stage.seal = async (scope) => {
      const sealed = await seal(scope);
      return { ...sealed, apply: (onProgress) => apply(sealed, onProgress) };
    };
    return stage;
  });
}

async function inFirstStep(): Promise<never> {
  throw FULL;
}

async function inSecondStep(sealed: SealedStage, onProgress: (applied: number) => void): Promise<never> {
  await sealed.apply((applied) => {
    onProgress(applied);
    throw FULL;
  });
  throw new Error('It was applied as a whole.');
}

const renamed = async () => Object.values(await bench.names()).filter((name) => name.startsWith('Other'));

test.each([
  ['Nothing', 0, () => applyBy(inFirstStep)],
  ['Part', 5_000, () => applyBy(inSecondStep)],
  ['All', COUNT, () => void vi.spyOn(bench.catalog.loads, 'finish').mockRejectedValueOnce(FULL)],
])(
  'a load that is stopped while it is applied says that %s of it is visible',
  async (visible, live, stop) => {
    await bench.load(linesOf('Name'));
    stop();
    const error = await bench.load(linesOf('Other')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnfinishedRunError);
    const { message, cause } = error as UnfinishedRunError;
    expect(message).toBe(
      `${visible} of run 2 of us_co_register is visible; the run is unfinished. To finish it, run: dossier ingest --finish`,
    );
    expect(cause).toBe(FULL);
    expect(await renamed()).toHaveLength(live);
    bench.reopen();
    expect(await finishInterruptedRuns(bench.catalog, () => 9)).toMatchObject([{ id: 2 }]);
    expect(await renamed()).toHaveLength(COUNT);
  },
);

test('a load that another process has taken over says that alone', async () => {
  const taken = new RunInProgressError('Run 1 is being applied by another process.');
  applyBy(async () => {
    throw taken;
  });
  await expect(bench.load(linesOf('Name'))).rejects.toBe(taken);
});
