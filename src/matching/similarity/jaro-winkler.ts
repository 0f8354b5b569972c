/** Jaro-Winkler similarity, 0 to 1: suited to short words with a typing error, not to long names. */
export function jaroWinkler(ours: string, theirs: string): number {
  if (ours === theirs) return 1;
  const jaro = jaroOf(ours, theirs);
  return jaro + 0.1 * Math.min(4, commonPrefix(ours, theirs)) * (1 - jaro);
}

/** Maximum length of a name. */
const LONGEST = 512;
/** Reused by each call; allocating them would be most of its cost. */
const matched = new Uint8Array(LONGEST);
const inOrder = new Uint16Array(LONGEST);

function jaroOf(ours: string, theirs: string): number {
  const reach = Math.max(0, (Math.max(ours.length, theirs.length) >> 1) - 1);
  if (ours.length > LONGEST || theirs.length > LONGEST) return 0;
  matched.fill(0, 0, theirs.length);
  let count = 0;
  for (let i = 0; i < ours.length; i++) {
    const code = ours.charCodeAt(i);
    const end = Math.min(theirs.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (matched[j] === 0 && theirs.charCodeAt(j) === code) {
        matched[j] = 1;
        inOrder[count++] = code;
        break;
      }
    }
  }
  if (count === 0) return 0;
  const moved = transpositions(theirs);
  return (count / ours.length + count / theirs.length + (count - moved) / count) / 3;
}

function transpositions(theirs: string): number {
  let out = 0;
  let next = 0;
  for (let j = 0; j < theirs.length; j++) {
    if (matched[j] === 1 && theirs.charCodeAt(j) !== inOrder[next++]) out++;
  }
  return out / 2;
}

export function commonPrefix(ours: string, theirs: string): number {
  const max = Math.min(ours.length, theirs.length);
  let length = 0;
  while (length < max && ours.charCodeAt(length) === theirs.charCodeAt(length)) length++;
  return length;
}
