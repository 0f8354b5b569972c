/** The characters that an agent can read at once, as JSON. */
export const ANSWER_MOST = 25_000;
/** Texts are cut last, and no further than to this. */
const TEXT_LEAST = 200;

export interface Cut {
  /** `data.federal.sec.items` */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  readonly isText: boolean;
}

interface Place {
  readonly path: string;
  readonly size: number;
}

interface ListPlace extends Place {
  readonly list: unknown[];
}

interface TextPlace extends Place {
  readonly text: string;
  readonly set: (text: string) => void;
}

/**
 * Shortens the lists of a JSON value, in place, until it has at most so many characters: the longest first, from the end, and
 * each keeps one item. Lists within items come after those around them, texts last. Gives the cuts in the order of their paths.
 */
export function cutToFit(value: object, most: number): readonly Cut[] {
  const cuts = new Map<string, Cut>();
  const note = (path: string, shown: number, before: number, isText: boolean) =>
    cuts.set(path, { path, shown, of: cuts.get(path)?.of ?? before, isText });
  for (;;) {
    const excess = JSON.stringify(value).length - most;
    if (excess <= 0) break;
    const [largest, second] = bySize(listsIn(value, ''));
    if (largest) {
      const before = largest.list.length;
      shorten(largest, Math.max(second?.size ?? 0, largest.size - excess));
      note(largest.path, largest.list.length, before, false);
      continue;
    }
    const [longest] = bySize(textsIn(value, ''));
    if (!longest || longest.text.length <= TEXT_LEAST) break;
    const kept = Math.max(TEXT_LEAST, longest.text.length - excess);
    longest.set(longest.text.slice(0, kept));
    note(longest.path, kept, longest.text.length, true);
  }
  return [...cuts.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** One item at the least goes, one at the least stays. */
function shorten({ list, size }: ListPlace, aim: number): void {
  let left = size;
  do left -= JSON.stringify(list.pop()).length + 1;
  while (list.length > 1 && left > aim);
}

/** The outermost lists of more than one item; a list of one is looked into. */
function listsIn(value: unknown, path: string): ListPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length > 1) {
    return [{ path, list: value, size: JSON.stringify(value).length }];
  }
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, pathOf(path, name)));
}

function textsIn(value: unknown, path: string): TextPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): TextPlace[] => {
    const at = pathOf(path, name);
    if (typeof member !== 'string') return textsIn(member, at);
    const set = (text: string) => {
      (value as Record<string, unknown>)[name] = text;
    };
    return [{ path: at, text: member, size: JSON.stringify(member).length, set }];
  });
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function bySize<P extends Place>(places: readonly P[]): readonly P[] {
  return [...places].sort((one, other) => other.size - one.size);
}
