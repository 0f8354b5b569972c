import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.js';
import { isLinked, type RelinkProgress, type RelinkWatch, relink } from '../indexing/relink/relink.js';
import { whileLocked } from '../store/sqlite/while-locked.js';
import type { Store } from '../store/store.js';
import { type CliContext, note } from './context.js';

const LINE_EVERY_MS = 5_000;
const READING = { sharing: 'what entities share', candidates: 'candidates of links' } as const;

/**
 * Makes the links that a load made stale; says how far it is, a line every few seconds. Processes link one after the
 * other: each would put what it read before over what the other has made since.
 */
export async function linkWhatIsNew({ catalog, links }: Store, folder: DataFolder, context: CliContext) {
  if (await isLinked(catalog, links)) return [];
  const onWait = () => note(context, 'Another process makes links; waiting for it.');
  return await whileLocked(
    join(folder.path, 'linking.lock'),
    () => linkAlone({ catalog, links }, folder, context),
    onWait,
  );
}

/** What the one before has made is not made again. */
async function linkAlone(
  { catalog, links }: Pick<Store, 'catalog' | 'links'>,
  folder: DataFolder,
  context: CliContext,
) {
  if (await isLinked(catalog, links)) return [];
  const say = everyFewSeconds(context);
  mkdirSync(folder.work, { recursive: true });
  const watch: RelinkWatch = {
    linked: (progress) => say(linkingLine(progress)),
    read: (what, entities) => say(`${READING[what]}: ${figure(entities)} entities read`),
  };
  return relink(catalog, links, context.now, { watch, folder: folder.work });
}

/** Nothing of what is done at once. */
function everyFewSeconds(context: CliContext): (line: string) => void {
  let saidAt = context.now();
  return (line) => {
    const at = context.now();
    if (at - saidAt < LINE_EVERY_MS) return;
    saidAt = at;
    note(context, line);
  };
}

function linkingLine({ dataset, parties, judged }: RelinkProgress): string {
  return `linking ${dataset}: ${figure(parties)} parties, ${figure(judged)} judged anew`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
