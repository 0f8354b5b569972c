import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readGenerated } from '../generate/generated.js';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type LoadState, readState, type Step, writeState } from '../measuring/loaded.js';
import { bareLoad } from './bare-load.js';
import { indexFigures } from './index-build.js';

const FILES = [
  { step: 'colorado', source: 'us_co_business_entities', file: 'colorado.csv', name: 'Colorado CSV' },
  { step: 'submissions', source: 'us_sec_submissions', file: 'submissions.zip', name: 'SEC submissions' },
  { step: 'full-index', source: 'us_sec_full_index', file: 'master.idx', name: 'SEC full index, over them' },
] as const;

/**
 * Fills a data folder from a folder of publishers' files. Each file is a step that is not done again, so that an
 * interrupted run goes on where it stood; the figures of steps done before are those kept then.
 */
export async function load(
  data: string,
  folder: string,
  skipped: readonly string[],
  say: (figure: Figure) => void,
): Promise<LoadState> {
  let state = readState(folder) ?? newState(data);
  const step = async (name: Step, measure: () => Promise<readonly Figure[]>) => {
    const kept = state.steps[name];
    if (kept === undefined) {
      const again = state.begun === name;
      state = { ...state, begun: name, steps: withoutIndex(state.steps) };
      writeState(folder, state);
      const measured = await measure();
      const figures = again ? measured.map(interrupted) : measured;
      state = { ...state, steps: { ...state.steps, [name]: figures } };
      writeState(folder, state);
    }
    for (const figure of state.steps[name] ?? []) say(figure);
  };
  for (const file of FILES) {
    if (!skipped.includes(file.step)) await step(file.step, () => loadFile(folder, state.data, file));
  }
  await step('index', () => indexFigures(folder));
  return state;
}

function newState(data: string): LoadState {
  const generated = readGenerated(data);
  if (generated === undefined) throw new Error(`${data} has no generated.json; bench:generate writes it.`);
  return { data, entities: generated.entities, filings: generated.filings, steps: {} };
}

async function loadFile(folder: string, data: string, file: (typeof FILES)[number]): Promise<Figure[]> {
  const path = join(data, file.file);
  const bare = await bareLoad(file.step === 'colorado' ? path : join(data, 'master.idx'));
  const done = await dossier(folder, 'ingest', file.source, '--file', path, '--no-index');
  const rows = Number(done.json.rows);
  const size = Math.round(statSync(path).size / 1e6).toLocaleString('en-US');
  return [
    {
      part: 'load',
      name: `first load of ${file.name}`,
      value: rows / done.seconds,
      unit: 'rows/s',
      note: `${rows.toLocaleString('en-US')} rows, ${size} MB, ${done.seconds.toFixed(0)} s, ${Math.round(rows / done.cpuSeconds).toLocaleString('en-US')} rows a CPU second, peak ${done.peakMb} MB`,
      reference: { name: 'bare insert of the lines into SQLite', value: bare, unit: 'rows/s' },
    },
  ];
}

/** An index holds no file that was loaded after it. */
function withoutIndex({ index: _index, ...steps }: LoadState['steps']): LoadState['steps'] {
  return steps;
}

function interrupted(figure: Figure): Figure {
  return { ...figure, note: `${figure.note ?? ''} (after an interrupted run: not to be trusted)` };
}
