import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { announce } from '../../platform/threads/announce.js';
import { answerCalls, Line } from '../../platform/threads/rpc.js';
import { Follower } from '../../publishing/follow/follower.js';
import { openObjects } from '../../publishing/objects/open-objects.js';
import type { Publication } from '../../publishing/publication.js';
import { type Cluster, DATA_SCHEMA, openCluster } from '../../store/engine.js';
import {
  type FollowSettings,
  PUBLICATIONS_KEEPER,
  PUBLICATIONS_LISTENER,
  type PublicationsListener,
  untilUnread,
} from '../data/publications-owner.js';

interface Data extends FollowSettings {
  readonly listener: MessagePort;
  readonly keeper: MessagePort;
}

const LOOK_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 5_000;

/** Follows what is published: looks every second, and tells the register every five what this node serves. */
await announce(() => {
  const { folder, cluster: config, place, listener: toListener, keeper } = workerData as Data;
  const line = new Line(() => new Error('The serving process is gone.'));
  line.connect(toListener);
  const listener = line.functions<PublicationsListener>(PUBLICATIONS_LISTENER);
  let opened: Promise<Cluster<Publication>> | undefined;
  let isClosed = false;
  let wanted: number | null = null;
  let failures = 0;
  let told = '';

  /** Opened by the first look that can: PostgreSQL may be away when this node starts. */
  const cluster = (): Promise<Cluster<Publication>> => {
    opened ??= openCluster<Publication>(config.postgres, { schema: 'current' });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const follower = new Follower({
    folder,
    objects: openObjects(place),
    register: {
      wanted: async () => await (await cluster()).publications.wanted(),
      after: async (version, upTo) => await (await cluster()).publications.after(version, upTo),
    },
    schema: DATA_SCHEMA,
    use: (next, inMs) => listener.use(next, inMs),
    untilUnread: (path) => untilUnread(() => listener.isRead(path)),
    onWanted: (version) => {
      wanted = version;
      void listener.looked(wanted, failures).catch(() => undefined);
    },
  });
  const look = async () => {
    try {
      await follower.step();
      failures = 0;
      told = '';
    } catch (error) {
      failures += 1;
      const said = error instanceof Error ? error.message : String(error);
      if (said !== told && !isClosed) await listener.report(said).catch(() => undefined);
      told = said;
    }
    await listener.looked(wanted, failures).catch(() => undefined);
  };
  let looking: NodeJS.Timeout | undefined;
  const lookAgain = async () => {
    await look();
    if (!isClosed) looking = setTimeout(() => void lookAgain(), LOOK_EVERY_MS);
  };
  const tell = async () => (await cluster()).nodes.report(config.node, follower.served);
  const telling = setInterval(() => void tell().catch(() => undefined), REPORT_EVERY_MS);
  void tell().catch(() => undefined);
  void lookAgain();
  answerCalls(keeper, PUBLICATIONS_KEEPER, {
    close: async () => {
      isClosed = true;
      clearTimeout(looking);
      clearInterval(telling);
      await (await opened?.catch(() => undefined))?.close();
      line.close();
      keeper.close();
      parentPort?.close();
    },
  });
});
