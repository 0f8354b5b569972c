import { setTimeout } from 'node:timers/promises';

/** Clock of the downloader; injectable for tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms) => {
    await setTimeout(ms);
  },
};
