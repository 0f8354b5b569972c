import { afterEach, beforeEach } from 'vitest';
import type { Deliverer } from '../../../src/webhooks/deliverer.js';
import type { StateEngine } from '../../store/state/state-engines.js';
import { type Receiver, startReceiver } from './receiver.js';
import { type WatchedFolder, watchedFolder } from './watched-folder.js';

/** A data folder for each test of the calling file, and the receivers that it starts. */
export function deliveries(engine?: StateEngine) {
  let folder: WatchedFolder;
  let receivers: Receiver[];
  beforeEach(async () => {
    folder = await watchedFolder(engine);
    receivers = [];
  });
  afterEach(async () => {
    await folder.close();
    for (const receiver of receivers) await receiver.close();
  });
  return {
    get folder() {
      return folder;
    },
    /** A receiver at an address of its own: 127.0.71.`last`. */
    receive: async (last: number): Promise<Receiver> => {
      const receiver = await startReceiver(`127.0.71.${last}`);
      receivers.push(receiver);
      return receiver;
    },
  };
}

export const seqsOf = ({ received }: Receiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { seq: number } }).data.seq);

/** Turns until nothing is due by the clock of the test. */
export async function settle(deliverer: Deliverer): Promise<void> {
  await deliverer.turn();
  await deliverer.idle();
  await deliverer.turn();
}
