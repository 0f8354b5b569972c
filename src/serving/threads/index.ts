import { IndexLoader, type LoadedIndex } from '../../indexing/files/index-loader.js';
import { rollBackIndex } from '../../indexing/files/roll-back.js';
import { serveThread } from '../../platform/threads/service-thread.js';
import { INDEX_THREAD } from '../data/index-owner.js';

/** Often enough for a new build to be served within a second. */
const LOOK_EVERY_MS = 500;

/** Follows the builds of a folder and passes each to the serving process. */
await serveThread(INDEX_THREAD, ({ folder }: { readonly folder: string }, host) => {
  let timer: NodeJS.Timeout | undefined;

  /** Fails if the serving process has ended. */
  const report = (problem: string) => host.report(problem).catch(() => undefined);

  const follow = async (loaded: LoadedIndex | undefined) => {
    const progress = (read: number, total: number) => void host.progress(read, total).catch(() => undefined);
    const loader = new IndexLoader(folder, (problem) => void report(problem), loaded, progress);
    let untaken: LoadedIndex | undefined;
    const look = async () => {
      const found = (await loader.look()) ?? untaken;
      untaken = found;
      if (found) await host.use(found);
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
  return {
    follow,
    rollBack: async () => rollBackIndex(folder),
    close: async () => clearInterval(timer),
  };
});
