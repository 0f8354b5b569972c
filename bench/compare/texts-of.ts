import type { GroupsInput, IndexInput } from '../../src/search/format/types.js';

/** The texts of each document in some lexicons, each once; those of its groups where the groups own them. */
export function textsOf(
  input: IndexInput,
  lexicons: readonly string[],
): (document: number) => readonly string[] {
  // Arrays, because a Map ends at 16.7 million entries.
  const own = new Array<Kept>(input.documentKeys.length);
  const ofGroups = new Array<Kept>(input.groups?.keys.length ?? 0);
  for (const { name, owners, entries } of input.lexicons) {
    if (!lexicons.includes(name)) continue;
    const kept = owners === 'documents' ? own : ofGroups;
    for (const [text, owner] of entries()) if (text !== '') add(kept, owner, text);
  }
  const groupsOf = ofGroups.some(Boolean) && input.groups ? groupsByDocument(input.groups, input) : () => [];
  return (document) => {
    const texts = listOf(own[document]);
    const groups = groupsOf(document);
    if (groups.length === 0) return texts;
    return [...new Set([...texts, ...groups.flatMap((group) => listOf(ofGroups[group]))])];
  };
}

type Kept = string | string[] | undefined;

function add(kept: Kept[], owner: number, text: string): void {
  const before = kept[owner];
  if (before === undefined) kept[owner] = text;
  else if (typeof before !== 'string') {
    if (!before.includes(text)) before.push(text);
  } else if (before !== text) kept[owner] = [before, text];
}

function listOf(texts: Kept): readonly string[] {
  return texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts;
}

/** The groups of each document, from the documents of each group. */
function groupsByDocument(
  { offsets, documents }: GroupsInput,
  { documentKeys }: IndexInput,
): (document: number) => number[] {
  const starts = new Uint32Array(documentKeys.length + 2);
  for (const document of documents) starts[document + 2] = (starts[document + 2] ?? 0) + 1;
  for (let at = 2; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const groups = new Uint32Array(documents.length);
  for (let group = 0; group + 1 < offsets.length; group++) {
    for (let at = offsets[group] ?? 0; at < (offsets[group + 1] ?? 0); at++) {
      const document = documents[at] ?? 0;
      const place = starts[document + 1] ?? 0;
      groups[place] = group;
      starts[document + 1] = place + 1;
    }
  }
  return (document) => Array.from(groups.subarray(starts[document], starts[document + 1]));
}
