import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EntityMapper } from '../../src/ingest/map/entity-mapper.js';
import { readGroups } from '../../src/ingest/read/index.js';
import { READ_LIMITS } from '../../src/ingest/read/support/context.js';
import { WarningTally } from '../../src/ingest/report/warnings.js';
import type { EntitySource } from '../../src/sources/declare/index.js';
import { usCoBusinessEntities } from '../../src/sources/us/co/business-entities.js';
import { usFlCorporations } from '../../src/sources/us/fl/corporations.js';
import { usOrActiveBusinesses } from '../../src/sources/us/or/active-businesses.js';
import { generateColorado } from '../generate/files/colorado.js';
import { generateFlorida } from '../generate/files/florida.js';
import { generateOregon } from '../generate/files/oregon.js';

interface Reader {
  readonly source: EntitySource;
  readonly generate: (path: string, rows: number, seed: number) => Promise<void>;
}

const READERS: Readonly<Record<string, Reader>> = {
  CO: {
    source: usCoBusinessEntities,
    generate: (path, rows, seed) => generateColorado(path, rows, seed, () => undefined),
  },
  OR: { source: usOrActiveBusinesses, generate: generateOregon },
  FL: { source: usFlCorporations, generate: generateFlorida },
};
const SEED = 1;

export interface ReaderFigures {
  readonly rows: number;
  readonly records: number;
  readonly seconds: number;
  /** Time of all threads on processors. */
  readonly cpuSeconds: number;
  /** The most the process held at any moment, resident. */
  readonly peakMb: number;
}

/** Reads a file and makes its records, as a run does before anything is stored. Peak memory is this process's. */
export async function measureReader(source: EntitySource, path: string): Promise<ReaderFigures> {
  const spillFolder = mkdtempSync(join(tmpdir(), 'dossier-readers-'));
  const warnings = new WarningTally();
  const mapper = new EntityMapper(source, warnings);
  let [rows, records] = [0, 0];
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const groups = readGroups(source, [path], {
    spillFolder,
    onBytes: () => undefined,
    onRows: (more) => {
      rows += more;
    },
    warn: (code, detail) => warnings.add(code, detail),
    limits: READ_LIMITS,
  });
  for await (const batch of groups) records += mapper.map(batch).length;
  const { user, system } = process.cpuUsage(before);
  rmSync(spillFolder, { recursive: true, force: true });
  return {
    rows,
    records,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

/**
 * `npm run bench:readers -- --out DIR [--rows 200000,1000000]`: rows a second and peak memory of the readers, each in
 * a process of its own; memory must not grow with the file.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '200000,1000000' },
      out: { type: 'string', default: join(tmpdir(), 'dossier-readers') },
      reader: { type: 'string' },
      file: { type: 'string' },
    },
  });
  if (values.reader !== undefined && values.file !== undefined) {
    const { source } = READERS[values.reader] ?? fail(`There is no reader ${values.reader}.`);
    process.stdout.write(`${JSON.stringify(await measureReader(source, values.file))}\n`);
    return;
  }
  mkdirSync(values.out, { recursive: true });
  process.stdout.write('reader      rows   records    rows/s  rows/cpu s  peak MB\n');
  for (const [name, { generate }] of Object.entries(READERS)) {
    for (const rows of values.rows.split(',').map(Number)) {
      const file = join(values.out, `${name}-${rows}.txt`);
      if (!existsSync(file)) await generate(file, rows, SEED);
      process.stdout.write(`${lineOf(name, measureApart(name, file))}\n`);
    }
  }
}

function measureApart(reader: string, file: string): ReaderFigures {
  const script = fileURLToPath(import.meta.url);
  const output = execFileSync(process.execPath, [script, '--reader', reader, '--file', file]);
  return JSON.parse(String(output)) as ReaderFigures;
}

function lineOf(name: string, { rows, records, seconds, cpuSeconds, peakMb }: ReaderFigures): string {
  const figures = [rows, records, Math.round(rows / seconds), Math.round(rows / cpuSeconds), peakMb];
  const widths = [10, 10, 10, 12, 9];
  return (
    name + figures.map((figure, at) => figure.toLocaleString('en-US').padStart(widths[at] ?? 0)).join('')
  );
}

function fail(message: string): never {
  throw new Error(message);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
