import { isLinked, type RelinkProgress, relink } from '../indexing/relink/relink.js';
import type { Store } from '../store/store.js';
import { type CliContext, note } from './context.js';

const LINE_EVERY_MS = 5_000;
const READING = { sharing: 'what entities share', candidates: 'candidates of links' } as const;

/** Makes the links that a load made stale; says how far it is, a line every few seconds. */
export async function linkWhatIsNew({ catalog, links }: Store, context: CliContext) {
  if (await isLinked(catalog, links)) return [];
  const say = everyFewSeconds(context);
  return relink(catalog, links, context.now, {
    linked: (progress) => say(linkingLine(progress)),
    read: (what, entities) => say(`${READING[what]}: ${figure(entities)} entities read`),
  });
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
