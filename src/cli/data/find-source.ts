import { jaroWinkler } from '../../matching/similarity/jaro-winkler.js';
import { CliError } from '../context.js';

/** As alike as a misspelling is; two sources of one state are less alike. */
const ALIKE = 0.9;
const SHOWN = 3;

/** The one with the id. Throws CliError, which names those that are spelt alike. */
export function findById<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  const alike = items
    .map((item) => ({ id: item.id, likeness: jaroWinkler(id.toLowerCase().replaceAll('-', '_'), item.id) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, SHOWN);
  const meant = alike.length === 0 ? '' : ` Did you mean ${alike.map((one) => one.id).join(' or ')}?`;
  throw new CliError(`There is no source ${id}; dossier sources lists them.${meant}`);
}
