import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/platform/package-root.js';
import type { Figure } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { readBearers } from '../searching/queries.js';
import { hardQuestions, type Question, questions } from './loop-questions.js';

/** The least of so many holds counts: the rest is what other processes took from this one. */
const TIMES = 5;

/** The longest that the worst requests hold the event loop of a server, kind by kind; beside it, the idle server. */
export async function benchEventLoop({ folder, key, state }: Loaded): Promise<Figure[]> {
  const bearers = await withOpened(folder, ({ catalog }) => readBearers(catalog, state.entities));
  const server = await serveProbed(folder);
  try {
    const idle = await holdOf(server, key, { kind: 'idle', path: '/healthz' });
    const reference = { name: 'idle', value: idle.hold, unit: 'ms' } as const;
    const figures: Figure[] = [];
    for (const question of questions(bearers, state.entities)) {
      const { hold, first } = await holdOf(server, key, question);
      figures.push(figureOf(question.kind, hold, `${first.toFixed(1)} ms the first time`, reference));
    }
    for (const [path, hard] of hardQuestions(bearers)) {
      const { kind, hold, first } = await worstOf(server, key, hard);
      const note = `${kind}; asked first, one took ${first.toFixed(1)} ms`;
      figures.push(figureOf(`${path}: the worst of ${hard.length} hard texts`, hold, note, reference));
    }
    return figures;
  } finally {
    const closed = once(server.child, 'close');
    server.child.kill('SIGTERM');
    await closed;
  }
}

function figureOf(kind: string, hold: number, note: string, reference: Figure['reference']): Figure {
  return { part: 'event-loop', name: `event loop held, ${kind}`, value: hold, unit: 'ms', note, reference };
}

interface Probed {
  readonly url: string;
  readonly child: ChildProcess;
}

async function serveProbed(folder: string): Promise<Probed> {
  const probe = pathToFileURL(join(packageRoot(), 'dist/bench/serving/loop-probe.js')).href;
  const program = join(packageRoot(), 'bin/dossier.js');
  const child = spawn(process.execPath, ['--import', probe, program, 'serve', '--json'], {
    env: { ...process.env, DOSSIER_DATA: folder, DOSSIER_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { url: (JSON.parse(text) as { url: string }).url, child };
}

async function worstOf(server: Probed, key: string, hard: readonly Question[]) {
  let worst = { kind: '', hold: 0 };
  let mostAtFirst = 0;
  for (const question of hard) {
    const { hold, first } = await holdOf(server, key, question);
    mostAtFirst = Math.max(mostAtFirst, first);
    if (hold > worst.hold) worst = { kind: question.kind, hold };
  }
  return { ...worst, first: mostAtFirst };
}

async function holdOf({ url, child }: Probed, key: string, { path, body }: Question) {
  const holds: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await longestHold(child);
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
    holds.push(await longestHold(child));
  }
  return { hold: Math.min(...holds), first: holds[0] ?? 0 };
}

/** Since it was asked last. */
async function longestHold(child: ChildProcess): Promise<number> {
  child.send('hold');
  const [held] = (await once(child, 'message')) as [number];
  return held;
}
