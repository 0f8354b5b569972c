import { serveThread } from '../../platform/threads/service-thread.js';
import { Follower } from '../../publishing/follow/follower.js';
import { findMissingParts } from '../../publishing/missing-parts.js';
import { openObjects } from '../../publishing/objects/open-objects.js';
import type { Publication } from '../../publishing/publication.js';
import { type Cluster, DATA_SCHEMA, openCluster } from '../../store/engine/engine.js';
import { activeVersion } from '../../store/folder/slots.js';
import { type FollowSettings, PUBLICATIONS_THREAD, untilUnread } from '../data/publications-owner.js';

const LOOK_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 5_000;
const VERIFY_EVERY_MS = 86_400_000;
const CHECK_STORE_EVERY_MS = 3_600_000;

/** Follows publications: looks every second, and reports to the register every five what this node serves. */
await serveThread(PUBLICATIONS_THREAD, ({ folder, cluster: config, place }: FollowSettings, host) => {
  let opened: Promise<Cluster<Publication>> | undefined;
  let isClosed = false;
  let wanted: number | null = null;
  let failures = 0;
  let missingParts: number | null = null;
  let verified: { readonly data: string; readonly root: string | null; readonly at: number } | undefined;
  let reported = '';

  /** Opened by the first look that can: PostgreSQL may be away when this node starts. */
  const cluster = (): Promise<Cluster<Publication>> => {
    opened ??= openCluster<Publication>(config.postgres, { schema: 'current' });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
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
      verified = { data: activeVersion(folder)?.data ?? '', root, at: performance.now() };
      if (damaged.length === 0 || isClosed) return;
      const files = damaged.join(', ');
      void host
        .report(
          `This copy is damaged (${files}). The node is not ready until it has fetched the version again. Look at the disk.`,
        )
        .catch(() => undefined);
    },
  });
  const reportState = () =>
    host.looked({ wanted, failures, missingParts, isDamaged: follower.isDamaged }).catch(() => undefined);
  const look = async () => {
    try {
      await follower.step();
      failures = 0;
      reported = '';
    } catch (error) {
      failures += 1;
      const said = error instanceof Error ? error.message : String(error);
      if (said !== reported && !isClosed) await host.report(said).catch(() => undefined);
      reported = said;
    }
    await reportState();
    verifyIfDue();
  };
  const [verifying, checking] = [oneAtATime(), oneAtATime()];
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** After each switch and once a day; beside the following. */
  const verifyIfDue = () => {
    const served = activeVersion(folder);
    if (!served) return;
    const isVerified = verified?.data === served.data && performance.now() - verified.at < VERIFY_EVERY_MS;
    if (!isVerified) {
      verifying(async () => {
        await follower.verify();
        if (verified?.data !== served.data)
          verified = { data: served.data, root: null, at: performance.now() };
        await reportState();
      });
    }
    if (isVerified && performance.now() - checkedAt < CHECK_STORE_EVERY_MS) return;
    checking(async () => {
      missingParts = (await findMissingParts(objects, (await cluster()).publications)).parts.length;
      checkedAt = performance.now();
    });
  };
  let looking: NodeJS.Timeout | undefined;
  const lookAgain = async () => {
    await look().catch((error: unknown) => host.report(String(error)).catch(() => undefined));
    if (!isClosed) looking = setTimeout(() => void lookAgain(), LOOK_EVERY_MS);
  };
  const rootServed = () => (verified && verified.data === activeVersion(folder)?.data ? verified.root : null);
  const report = async () => (await cluster()).nodes.report(config.node, follower.served, rootServed());
  const telling = setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS);
  void report().catch(() => undefined);
  void lookAgain();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(looking);
      clearInterval(telling);
      await (await opened?.catch(() => undefined))?.close();
    },
  };
});

/** Begins work unless the work before it still runs. Work that fails is due again at the next look. */
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
