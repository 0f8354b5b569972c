import { editCost } from './edit-cost.js';

/**
 * Returns the text with the single edit that changes the field `parsed` into `meant`, or null. `fieldOf` derives the field from
 * the text and omits spaces and words, so the edit is tried at each place of the text, nearest first.
 */
export function editedText(
  text: string,
  [parsed, meant]: readonly [string, string],
  fieldOf: (text: string) => string | null,
): string | null {
  const [from, to] = [[...parsed], [...meant]];
  let place = 0;
  while (place < from.length && from[place] === to[place]) place++;
  const characters = [...text];
  for (const at of around(place, characters.length)) {
    const edited = editAt(characters, at, from, to, place);
    if (edited !== null && fieldOf(edited) === meant) return edited;
  }
  return null;
}

/** Returns the text with two such edits; null if one is enough. */
export function twiceEditedText(
  text: string,
  [parsed, meant]: readonly [string, string],
  fieldOf: (text: string) => string | null,
): string | null {
  if (editCost(parsed, meant, 1) !== null) return null;
  for (const between of onceEdited(parsed, meant)) {
    if (editCost(between, meant, 1) === null) continue;
    const once = editedText(text, [parsed, between], fieldOf);
    const twice = once && editedText(once, [between, meant], fieldOf);
    if (twice !== null) return twice;
  }
  return null;
}

/** Returns the texts that differ from `parsed` by one edit at the first place where it differs from `meant`. */
function onceEdited(parsed: string, meant: string): readonly string[] {
  const [from, to] = [[...parsed], [...meant]];
  let at = 0;
  while (at < from.length && from[at] === to[at]) at++;
  const next = to[at] ?? '';
  const edited = [from.toSpliced(at, 1), from.toSpliced(at, 0, next), from.toSpliced(at, 1, next)];
  const swapped = from.toSpliced(at, 2, from[at + 1] ?? '', from[at] ?? '');
  return [...edited, swapped].map((letters) => letters.join('')).filter((text) => text !== parsed);
}

function editAt(
  text: readonly string[],
  at: number,
  from: readonly string[],
  to: readonly string[],
  place: number,
): string | null {
  if (to.length > from.length) return text.toSpliced(at, 0, to[place] ?? '').join('');
  if (text[at] !== from[place]) return null;
  if (to.length < from.length) return text.toSpliced(at, 1).join('');
  if (to[place] !== from[place + 1] || to[place + 1] !== from[place]) {
    return text.toSpliced(at, 1, to[place] ?? '').join('');
  }
  const next = text[at + 1] === ' ' ? at + 2 : at + 1;
  if (text[next] !== from[place + 1]) return null;
  return text
    .with(at, text[next] ?? '')
    .with(next, text[at] ?? '')
    .join('');
}

/** Yields the places of a text from `place` to its end, then backwards to its start. */
function* around(place: number, length: number): Generator<number> {
  for (let at = place; at <= length; at++) yield at;
  for (let at = Math.min(place - 1, length); at >= 0; at--) yield at;
}
