import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eventText } from '../../src/operations/list-changes/event-text.js';
import { openStore } from '../../src/store/engine/engine.js';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { figureNamed, type Loaded } from '../measuring/loaded.js';

const CHANGED_EVERY = 100;
const A_PAGE = 1_000;
const HISTORIES = 2_000;

/**
 * A load in which one row in a hundred has another status, and back again; then the feed of it is read from its beginning
 * to the text that is sent, and the histories of some entities of it.
 */
export async function benchChanges({ folder, state }: Loaded): Promise<Figure[]> {
  const source = join(state.data, 'colorado.csv');
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-changes-'));
  const edition = join(scratch, 'edition.csv');
  try {
    await pipeline(Readable.from(changedLines(source)), createWriteStream(edition));
    const load = (file: string) =>
      dossier(folder, 'ingest', 'us_co_business_entities', '--file', file, '--no-index');
    const done = await load(edition);
    const figures = await readingFigures(folder);
    await load(source);
    const first = figureNamed(state, 'colorado');
    return [
      {
        part: 'changes',
        name: 'load of Colorado CSV with one row in a hundred changed',
        value: Number(done.json.rows) / done.seconds,
        unit: 'rows/s',
        note: `${String(done.json.changed)} changed, ${done.cpuSeconds.toFixed(1)} s of processor time, peak ${done.peakMb} MB`,
        reference: first ? { name: 'its first load', value: first.value, unit: 'rows/s' } : null,
      },
      ...figures,
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function* changedLines(path: string): AsyncGenerator<string> {
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const isChanged = at > 0 && at % CHANGED_EVERY === 0;
    at += 1;
    yield `${isChanged ? withOtherStatus(line) : line}\n`;
  }
}

function withOtherStatus(line: string): string {
  return line.replace(/,(Good Standing|Exists|Delinquent|Voluntarily Dissolved),/, (_, status: string) =>
    status === 'Delinquent' ? ',Exists,' : ',Delinquent,',
  );
}

async function readingFigures(folder: string): Promise<Figure[]> {
  const store = await openStore(folder, { schema: 'current' });
  try {
    const { catalog } = store;
    const ids: string[] = [];
    let bytes = 0;
    let count = 0;
    const started = performance.now();
    for (let position: number | null = null; ; ) {
      const page = await catalog.feed.changesAfter(position, A_PAGE);
      for (const event of page.events) {
        bytes += eventText(event).length;
        if (event.recordType === 'entity' && ids.length < HISTORIES) ids.push(event.id);
      }
      count += page.events.length;
      position = page.next;
      if (!page.hasMore) break;
    }
    const seconds = (performance.now() - started) / 1_000;
    const times: number[] = [];
    for (const id of ids) {
      const began = performance.now();
      await catalog.feed.historyOf(id, 100);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    return [
      {
        part: 'changes',
        name: 'reading the feed, to the text that is sent',
        value: count / seconds,
        unit: 'rows/s',
        note: `${count.toLocaleString('en-US')} events, ${Math.round(bytes / count)} characters each`,
        reference: null,
      },
      {
        part: 'changes',
        name: 'the history of an entity',
        value: at(0.5),
        unit: 'ms',
        note: `p99 ${at(0.99).toFixed(3)} ms of ${times.length}`,
        reference: null,
      },
    ];
  } finally {
    await store.close();
  }
}
