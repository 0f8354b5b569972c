import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBmf } from '../generate/files/bmf.js';
import { generateColorado } from '../generate/files/colorado.js';
import { generateSam } from '../generate/files/sam.js';
import { progressOf } from '../generate/writers/progress.js';
import { bareLoad } from '../loading/bare-load.js';
import { linkingFigure } from '../loading/linking.js';
import { dossier } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';

/** Data that the folder is filled with. */
export interface Asked {
  readonly entities: number;
  /** Rows of the IRS's file and of SAM's. */
  readonly bmf: number;
  readonly sam: number;
  readonly seed: number;
}

type Step = 'files' | 'colorado' | 'bmf' | 'link-bmf' | 'sam' | 'link-sam';

interface State {
  readonly request: Asked;
  readonly steps: Partial<Record<Step, readonly Figure[]>>;
  /** A step that was begun; its figures are none where it was begun before. */
  readonly begun?: Step;
}

const BMF = 'us_irs_exempt_organizations';
const SAM = 'us_sam_registrations';

/**
 * Fills a data folder: Colorado's entities, then the IRS's file, which is linked, then SAM's, which is linked. The
 * steps that were done are kept in `enrichment.json` there with their figures, so that an interrupted run goes on where it stood.
 */
export async function fill(folder: string, request: Asked, say: (figure: Figure) => void): Promise<void> {
  const files = join(folder, 'publishers');
  const load = (source: string, file: string, name: string) =>
    loadFile(folder, source, join(files, file), name);
  const steps: Readonly<Record<Step, () => Promise<readonly Figure[]>>> = {
    files: () => generateFiles(files, request),
    colorado: () => load('us_co_business_entities', 'colorado.csv', 'Colorado CSV'),
    bmf: () => load(BMF, 'eo_bmf.csv', 'IRS EO BMF'),
    'link-bmf': () => linkingFigure(folder, BMF, 'IRS EO BMF'),
    sam: () => load(SAM, 'sam.dat', 'SAM public V2'),
    'link-sam': () => linkingFigure(folder, SAM, 'SAM public V2'),
  };
  let state = stateOf(folder, request);
  for (const [name, measure] of Object.entries(steps) as [Step, (typeof steps)[Step]][]) {
    if (state.steps[name] === undefined) {
      const again = state.begun === name;
      state = write(folder, { ...state, begun: name });
      const measured = await measure();
      const figures = again ? measured.map(interrupted) : measured;
      state = write(folder, { ...state, steps: { ...state.steps, [name]: figures } });
    }
    state.steps[name]?.forEach(say);
  }
}

async function generateFiles(
  folder: string,
  { entities, bmf, sam, seed }: Asked,
): Promise<readonly Figure[]> {
  mkdirSync(folder, { recursive: true });
  const path = (file: string) => join(folder, file);
  await generateColorado(path('colorado.csv'), entities, seed, progressOf('colorado.csv'));
  await generateBmf(path('eo_bmf.csv'), { rows: bmf, entities, seed }, progressOf('eo_bmf.csv'));
  await generateSam(path('sam.dat'), { rows: sam, entities, seed }, progressOf('sam.dat'));
  return [];
}

async function loadFile(folder: string, source: string, path: string, name: string): Promise<Figure[]> {
  const bare = await bareLoad(path);
  const done = await dossier(folder, 'ingest', source, '--file', path, '--no-index');
  const rows = Number(done.json.rows);
  return [
    {
      part: 'enrichment',
      name: `first load of ${name}, before links`,
      value: rows / done.seconds,
      unit: 'rows/s',
      note: `${rows.toLocaleString('en-US')} rows, ${done.seconds.toFixed(0)} s, peak ${done.peakMb} MB`,
      reference: { name: 'bare insert of the lines into SQLite', value: bare, unit: 'rows/s' },
    },
  ];
}

function stateOf(folder: string, request: Asked): State {
  const path = join(folder, 'enrichment.json');
  if (!existsSync(path)) return { request, steps: {} };
  const state = JSON.parse(readFileSync(path, 'utf8')) as State;
  if (JSON.stringify(state.request) === JSON.stringify(request)) return state;
  throw new Error(
    `${folder} is filled with ${JSON.stringify(state.request)}; other numbers need another folder.`,
  );
}

function write(folder: string, state: State): State {
  const path = join(folder, 'enrichment.json');
  writeFileSync(`${path}.draft`, JSON.stringify(state, null, 1));
  renameSync(`${path}.draft`, path);
  return state;
}

function interrupted(figure: Figure): Figure {
  return { ...figure, note: `${figure.note ?? ''} (after an interrupted run: not to be trusted)` };
}
