import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { DatasetMapper } from '../../src/ingest/map/dataset-mapper.js';
import type { ReadContext } from '../../src/ingest/read/index.js';
import { WarningTally } from '../../src/ingest/report/warnings.js';
import type { Dataset } from '../../src/sources/declare/index.js';

export interface ReadDrafts {
  readonly drafts: readonly Pick<DatasetDraft, 'key' | 'version' | 'date' | 'document' | 'parties'>[];
  readonly warnings: readonly string[];
}

/** What a data set makes of files, by the real readers. */
export async function readDataset(dataset: Dataset, paths: readonly string[]): Promise<ReadDrafts> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-datasets-'));
  const tally = new WarningTally();
  const context: ReadContext = {
    spillFolder: folder,
    onBytes: () => {},
    onRows: () => {},
    warn: (code, detail) => tally.add(code, detail),
    limits: { maxLineBytes: 1_000_000, maxDocumentBytes: 50_000_000, maxExpansion: 200 },
  };
  try {
    const mapper = new DatasetMapper(dataset, tally);
    const drafts = [];
    for await (const rows of mapper.read(paths, context)) {
      for (const row of rows) {
        const document = JSON.parse(row.document) as object;
        drafts.push({ ...row, document, parties: JSON.parse(row.parties) as DatasetDraft['parties'] });
      }
    }
    return { drafts, warnings: tally.list().map(({ code, detail }) => `${code}: ${detail}`) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same for texts, each as a file of its own. */
export function readTexts(dataset: Dataset, ...texts: readonly string[]): Promise<ReadDrafts> {
  return readBytes(dataset, ...texts.map((text) => Buffer.from(text)));
}

export async function readBytes(dataset: Dataset, ...texts: readonly Buffer[]): Promise<ReadDrafts> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-texts-'));
  try {
    const paths = texts.map((_, index) => join(folder, `file-${index}.txt`));
    paths.forEach((path, index) => {
      writeFileSync(path, texts[index] ?? '');
    });
    return await readDataset(dataset, paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function csv(...rows: readonly Readonly<Record<string, string>>[]): string {
  const header = Object.keys(rows[0] ?? {});
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
  return [header, ...rows.map((row) => header.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(quote).join(','))
    .join('\n')
    .concat('\n');
}
