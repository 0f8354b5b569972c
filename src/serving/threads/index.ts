import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { IndexLoader, type LoadedIndex } from '../../indexing/files/index-loader.js';
import { rollBackIndex } from '../../indexing/files/roll-back.js';
import { announce } from '../../platform/threads/announce.js';
import { answerCalls, Line } from '../../platform/threads/rpc.js';
import { INDEX_FOLLOWER, INDEX_KEEPER, type IndexFollower } from '../data/index-owner.js';

/** Often enough for a new build to be served within a second. */
const LOOK_EVERY_MS = 500;

interface Data {
  readonly folder: string;
  readonly follower: MessagePort;
  readonly keeper: MessagePort;
}

/** Follows the builds of a folder and hands each to the serving process. */
await announce(() => {
  const { folder, follower: toFollower, keeper } = workerData as Data;
  const line = new Line(() => new Error('The serving process is gone.'));
  line.connect(toFollower);
  const follower = line.functions<IndexFollower>(INDEX_FOLLOWER);
  let timer: NodeJS.Timeout | undefined;

  /** If the line is closed, nobody listens any more. */
  const report = (problem: string) => follower.report(problem).catch(() => undefined);

  const follow = async (loaded: LoadedIndex | undefined) => {
    const progress = (read: number, total: number) =>
      void follower.progress(read, total).catch(() => undefined);
    const loader = new IndexLoader(folder, (problem) => void report(problem), loaded, progress);
    let untaken: LoadedIndex | undefined;
    const look = async () => {
      const found = (await loader.look()) ?? untaken;
      untaken = found;
      if (found) await follower.use(found);
      if (untaken === found) untaken = undefined;
    };
    await look();
    let reported = '';
    let isLooking = false;
    const lookAgain = async () => {
      if (isLooking) return;
      isLooking = true;
      await look().catch(async (error: unknown) => {
        if (reported !== String(error)) await report(String(error));
        reported = String(error);
      });
      isLooking = false;
    };
    timer = setInterval(() => void lookAgain(), LOOK_EVERY_MS);
  };
  answerCalls(keeper, INDEX_KEEPER, {
    follow,
    rollBack: async () => rollBackIndex(folder),
    close: async () => {
      clearInterval(timer);
      line.close();
      keeper.close();
      parentPort?.close();
    },
  });
});
