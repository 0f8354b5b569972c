import { Gauge, type Registry } from 'prom-client';
import { packageVersion } from '../platform/package-root.js';

/** Registers metrics of the program's version and start time: `time() - process_start_time_seconds` is its uptime. */
export function watchProcess(registry: Registry): void {
  const build = new Gauge({
    name: 'dossier_build_info',
    help: 'Always 1; the labels name the version of Dossier and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  build.set({ version: packageVersion(), node: process.version }, 1);
  const start = new Gauge({
    name: 'process_start_time_seconds',
    help: 'Time at which the process started; Unix seconds.',
    registers: [registry],
  });
  start.set((Date.now() - process.uptime() * 1_000) / 1_000);
}
