import { serveThread } from '../../platform/threads/service-thread.js';
import { Follower } from '../../publishing/follow/follower.js';
import { findMissingParts } from '../../publishing/missing-parts.js';
import { openObjects } from '../../publishing/objects/open-objects.js';
import type { Publication } from '../../publishing/publication.js';
import { type Cluster, DATA_SCHEMA, openCluster } from '../../store/engine/engine.js';
import { activeVersion } from '../../store/folder/slots.js';
import { type FollowSettings, PUBLICATIONS_THREAD, untilUnread } from '../data/publications-owner.js';

const CHECK_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 5_000;
const VERIFY_EVERY_MS = 86_400_000;
const COUNT_PARTS_EVERY_MS = 3_600_000;

interface CheckOptions {
  /** Returns the folder of the served data. */
  readonly servedData: () => string | undefined;
  readonly verify: () => Promise<void>;
  readonly countMissingParts: () => Promise<number>;
}

/** Verifies the served copy after each switch and once a day, and the publication store every hour, in the background. */
class Checks {
  /** The result of the last check of the store; null before the first. */
  missingParts: number | null = null;
  readonly #options: CheckOptions;
  readonly #verifying = oneAtATime();
  readonly #counting = oneAtATime();
  #verified:
    | { readonly data: string | undefined; readonly root: string | null; readonly at: number }
    | undefined;
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  verified(root: string | null): void {
    this.#verified = { data: this.#options.servedData(), root, at: performance.now() };
  }

  /** Returns the root of the hash tree of the served copy; null if it is not verified. */
  servedRoot(): string | null {
    return this.#verified && this.#verified.data === this.#options.servedData() ? this.#verified.root : null;
  }

  startIfDue(): void {
    const { servedData, verify, countMissingParts } = this.#options;
    const served = servedData();
    if (served === undefined) return;
    const last = this.#verified;
    const isVerified = last?.data === served && performance.now() - last.at < VERIFY_EVERY_MS;
    if (!isVerified) {
      this.#verifying(async () => {
        await verify();
        if (this.#verified?.data !== served)
          this.#verified = { data: served, root: null, at: performance.now() };
      });
    }
    if (isVerified && performance.now() - this.#countedAt < COUNT_PARTS_EVERY_MS) return;
    this.#counting(async () => {
      this.missingParts = await countMissingParts();
      this.#countedAt = performance.now();
    });
  }
}

/** Follows publications: checks for a new version every second, and reports the served version every five seconds. */
await serveThread(PUBLICATIONS_THREAD, ({ folder, cluster: config, place }: FollowSettings, host) => {
  let opened: Promise<Cluster<Publication>> | undefined;
  let isClosed = false;
  let wanted: number | null = null;
  let failures = 0;

  /** Connects on first use and retries after a failure: PostgreSQL may be unavailable when this node starts. */
  const cluster = (): Promise<Cluster<Publication>> => {
    opened ??= openCluster<Publication>(config.postgres, { schema: 'current' });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const report = (problem: string) => host.report(problem).catch(() => undefined);
  const objects = openObjects(place);
  const follower = new Follower({
    folder,
    objects,
    register: {
      wanted: async () => await (await cluster()).publications.wanted(),
      after: async (version, upTo) => await (await cluster()).publications.after(version, upTo),
    },
    schema: DATA_SCHEMA,
    use: (next, inMs) => host.use(next, inMs),
    untilUnread: (path) => untilUnread(() => host.isRead(path)),
    onWanted: (version) => {
      wanted = version;
      void reportState();
    },
    onVerified: ({ root, damaged }) => {
      checks.verified(root);
      if (damaged.length === 0 || isClosed) return;
      const files = damaged.join(', ');
      const problem = `This copy is damaged (${files}). The node is not ready until it has fetched the version again. Check the disk.`;
      void report(problem);
    },
  });
  const reportState = () => {
    const { missingParts } = checks;
    return host
      .looked({ wanted, failures, missingParts, isDamaged: follower.isDamaged })
      .catch(() => undefined);
  };
  const checks = new Checks({
    servedData: () => activeVersion(folder)?.data,
    verify: async () => {
      await follower.verify();
      await reportState();
    },
    countMissingParts: async () =>
      (await findMissingParts(objects, (await cluster()).publications)).parts.length,
  });

  let reported = '';
  const follow = async () => {
    try {
      await follower.step();
      failures = 0;
      reported = '';
    } catch (error) {
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      if (message !== reported && !isClosed) await report(message);
      reported = message;
    }
    await reportState();
    checks.startIfDue();
  };
  let nextCheck: NodeJS.Timeout | undefined;
  const followAgain = async () => {
    await follow().catch((error: unknown) => report(String(error)));
    if (!isClosed) nextCheck = setTimeout(() => void followAgain(), CHECK_EVERY_MS);
  };
  const reportNode = async () =>
    (await cluster()).nodes.report(config.node, follower.served, checks.servedRoot());
  const reporting = setInterval(() => void reportNode().catch(() => undefined), REPORT_EVERY_MS);
  void reportNode().catch(() => undefined);
  void followAgain();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(nextCheck);
      clearInterval(reporting);
      await (await opened?.catch(() => undefined))?.close();
    },
  };
});

/** Starts the work unless an earlier call is still running. Failed work is due again at the next check. */
function oneAtATime(): (work: () => Promise<void>) => void {
  let isRunning = false;
  return (work) => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  };
}
