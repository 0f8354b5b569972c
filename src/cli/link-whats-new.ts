import { isLinked, relink } from '../indexing/relink/relink.js';
import type { Store } from '../store/store.js';
import { type CliContext, note } from './context.js';

const LINE_EVERY_MS = 5_000;

/** Makes the links that a load made stale; says how far it is, a line every few seconds. */
export async function linkWhatIsNew({ catalog, links }: Store, context: CliContext) {
  if (await isLinked(catalog, links)) return [];
  let shownAt = Number.NEGATIVE_INFINITY;
  return relink(catalog, links, context.now, ({ dataset, parties, judged }) => {
    const now = context.now();
    if (now - shownAt < LINE_EVERY_MS) return;
    shownAt = now;
    const figures = `${parties.toLocaleString('en-US')} parties, ${judged.toLocaleString('en-US')} judged anew`;
    note(context, `linking ${dataset}: ${figures}`);
  });
}
