import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IngestOptions, type IngestReport, runIngest } from '../../src/ingest/run/run.js';

type LoadOptions = Omit<IngestOptions, 'paths' | 'clock'> & Partial<Pick<IngestOptions, 'clock'>>;

/** Loads texts as the files that they are named after. Returns the load's report; throws if it failed. */
export async function loadFiles(
  options: LoadOptions,
  files: Readonly<Record<string, string>>,
): Promise<IngestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-files-'));
  try {
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const report = await runIngest({ clock: Date.now, ...options, paths });
    if (report.outcome !== 'done') throw new Error(report.error ?? 'The load failed.');
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
