import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newSampleFolder } from '../support/sample.js';
import { startOn } from '../support/service.js';

/** Figures of the structure of `src`. They may only fall: whoever lowers one lowers it here. */
const MAX = {
  /** Pairs of folders that import each other. */
  mutualPairs: 2,
  /** Exported names for each 1,000 lines. */
  exportsPer1000: 32,
  /** Files of which a function runs on the main thread, for a request that was made before. */
  lookupFiles: 48,
  misspeltSearchFiles: 85,
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  // The client script is compiled apart.
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('web/client/'));
const texts = new Map(files.map((file) => [file, readFileSync(join('src', file), 'utf8')]));

test('pairs of folders that import each other, and exports do not become more', () => {
  const edges = new Set<string>();
  let exports = 0;
  let lines = 0;
  for (const [file, text] of texts) {
    lines += text.split('\n').length - 1;
    exports += [
      ...text.matchAll(/^export (?:\*|type \{|\{|async|abstract|class|const|enum|function|interface|type)/gm),
    ].length;
    const targets = [...text.matchAll(/^(?:import|export|\}) .*from '([^']+)';$/gm)].map(
      ({ 1: target = '' }) => target,
    );
    for (const target of targets) {
      if (target.startsWith('.')) edges.add(`${dirname(file)} ${dirname(join(dirname(file), target))}`);
    }
  }
  const mutual = [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`);
  });
  const figures = {
    mutualPairs: mutual.length,
    exportsPer1000: Math.ceil((1_000 * exports) / lines),
  };
  expectAtMost(figures);
});

test('a lookup and a misspelt search run through no more files', async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  /** The files of which a function ran since the last call. */
  const filesSince = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = result.filter(
      ({ url, functions }) =>
        url.includes('/dist/src/') && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
    );
    return new Set(ran.map(({ url }) => url));
  };
  const service = await startOn(await newSampleFolder('dossier-structure-'));
  try {
    // After a start each turn renders a page of the documentation: there is quiet after the last.
    let quietChecks = 0;
    let hasRendered = false;
    const isQuiet = async () => {
      const isBusy = [...(await filesSince())].some((url) => url.includes('/web/docs/'));
      hasRendered ||= isBusy;
      quietChecks = isBusy ? 0 : quietChecks + 1;
      return hasRendered && quietChecks === 6;
    };
    await expect.poll(isQuiet, { interval: 500 }).toBe(true);
    const headers = { authorization: `Bearer ${await service.newKey({ scopes: ['read'] })}` };
    const get = async (path: string) => {
      const response = await fetch(`${service.url}/api/v1${path}`, { headers });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    /** Those that run each time: timers run beside some requests. */
    const filesOf = async (path: string) => {
      let always: Set<string> | undefined;
      for (let time = 0; time < 30; time++) {
        await filesSince();
        await get(path);
        const names = await filesSince();
        always = always === undefined ? names : new Set([...always].filter((name) => names.has(name)));
      }
      return always?.size ?? 0;
    };
    expectAtMost({
      lookupFiles: await filesOf('/entity/CO:20221555001'),
      misspeltSearchFiles: await filesOf('/search?name=wilow&facets=status'),
    });
  } finally {
    session.disconnect();
    await service.close();
  }
});

function expectAtMost(figures: Partial<typeof MAX>): void {
  for (const [name, figure] of Object.entries(figures)) {
    expect(figure, name).toBeLessThanOrEqual(MAX[name as keyof typeof MAX]);
  }
  process.stdout.write(`${basename(import.meta.url)}: ${JSON.stringify(figures)}\n`);
}
