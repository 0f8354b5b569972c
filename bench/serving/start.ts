import { beside, type Serving, serve, serveRaw, usedBy } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';

/** From the start of `dossier serve` until `/readyz` answers 200. */
export async function benchStart({ folder }: Loaded): Promise<Figure[]> {
  const rawSeconds = await secondsUntil(serveRaw, async () => true);
  let peakMb = 0;
  const seconds = await secondsUntil(
    () => serve(folder),
    async ({ url, pid }) => {
      const { ok } = await fetch(`${url}/readyz`);
      peakMb = usedBy(pid)?.peakMb ?? 0;
      return ok;
    },
  );
  return [
    {
      part: 'start',
      name: 'start to ready',
      value: seconds,
      unit: 's',
      note: `${peakMb} MB then`,
      reference: { name: 'raw node:http', value: rawSeconds, unit: 's' },
    },
  ];
}

async function secondsUntil(
  starting: () => Promise<Serving>,
  isReady: (server: Serving) => Promise<boolean>,
): Promise<number> {
  const started = performance.now();
  return beside(starting(), async (server) => {
    while (!(await isReady(server)));
    return (performance.now() - started) / 1_000;
  });
}
