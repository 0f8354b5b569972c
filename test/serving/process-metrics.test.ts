import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { packageVersion } from '../../src/platform/package-root.js';
import { watchProcess } from '../../src/serving/process-metrics.js';

test('metrics name the version that runs, and since when', async () => {
  const registry = new Registry();
  watchProcess(registry);
  const text = await registry.metrics();
  expect(text).toContain(`dossier_build_info{version="${packageVersion()}",node="${process.version}"} 1\n`);
  const started = Number(/^process_start_time_seconds (\S+)$/m.exec(text)?.[1]);
  expect(Date.now() / 1_000 - started).toBeCloseTo(process.uptime(), 0);
});
