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
    linked: (progress) => say(progress.dataset, linkingLine(progress)),
    read: (what, entities) => say(what, `${READING[what]}: ${figure(entities)} entities read`),
  });
}

/** The first line of each step is said at once. */
function everyFewSeconds(context: CliContext): (step: string, line: string) => void {
  let shown = { step: '', at: 0 };
  return (step, line) => {
    const at = context.now();
    if (step === shown.step && at - shown.at < LINE_EVERY_MS) return;
    shown = { step, at };
    note(context, line);
  };
}

function linkingLine({ dataset, parties, judged }: RelinkProgress): string {
  return `linking ${dataset}: ${figure(parties)} parties, ${figure(judged)} judged anew`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
