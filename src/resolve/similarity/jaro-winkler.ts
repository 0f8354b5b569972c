/** Jaro-Winkler similarity, 0 to 1: right for short words with a typing mistake, weak for long names. */
export function jaroWinkler(ours: string, theirs: string): number {
  if (ours === theirs) return 1;
  const jaro = jaroOf(ours, theirs);
  return jaro + 0.1 * Math.min(4, commonPrefix(ours, theirs)) * (1 - jaro);
}

function jaroOf(ours: string, theirs: string): number {
  const reach = Math.max(0, (Math.max(ours.length, theirs.length) >> 1) - 1);
  const matched = new Uint8Array(theirs.length);
  const inOrder: number[] = [];
  for (let i = 0; i < ours.length; i++) {
    const code = ours.charCodeAt(i);
    const end = Math.min(theirs.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (matched[j] === 0 && theirs.charCodeAt(j) === code) {
        matched[j] = 1;
        inOrder.push(code);
        break;
      }
    }
  }
  const count = inOrder.length;
  if (count === 0) return 0;
  const moved = transpositions(inOrder, theirs, matched);
  return (count / ours.length + count / theirs.length + (count - moved) / count) / 3;
}

function transpositions(inOrder: readonly number[], theirs: string, matched: Uint8Array): number {
  let out = 0;
  let next = 0;
  for (let j = 0; j < theirs.length; j++) {
    if (matched[j] === 1 && theirs.charCodeAt(j) !== inOrder[next++]) out++;
  }
  return out / 2;
}

export function commonPrefix(ours: string, theirs: string): number {
  const most = Math.min(ours.length, theirs.length);
  let length = 0;
  while (length < most && ours.charCodeAt(length) === theirs.charCodeAt(length)) length++;
  return length;
}
