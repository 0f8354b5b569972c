/** The characters that an agent can read at once, as JSON. */
export const ANSWER_MOST = 25_000;
/** Texts are cut after lists, and no further than to this. */
const TEXT_LEAST = 200;
/** Objects lose members last, and only if they have more than this: a record has fewer. */
const MEMBERS_LEAST = 40;

export interface Cut {
  /** `data.federal.sec.items` */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  readonly kind: 'list' | 'text' | 'members';
}

interface Place {
  readonly path: string;
  readonly size: number;
}

interface ListPlace extends Place {
  readonly list: unknown[];
}

interface ObjectPlace extends Place {
  readonly object: Record<string, unknown>;
}

interface TextPlace extends Place {
  readonly text: string;
  readonly set: (text: string) => void;
}

/**
 * Shortens the lists of a JSON value, in place, until it has at most so many characters: the longest first, from the end, and
 * each keeps one item. Lists within items come after those around them, then texts, and objects of very many members last. Gives the
 * cuts in the order of their paths.
 */
export function cutToFit(value: object, most: number): readonly Cut[] {
  const cuts = new Map<string, Cut>();
  const note = (path: string, shown: number, before: number, kind: Cut['kind']) =>
    cuts.set(path, { path, shown, of: cuts.get(path)?.of ?? before, kind });
  for (;;) {
    const excess = JSON.stringify(value).length - most;
    if (excess <= 0) break;
    const [largest, second] = bySize(listsIn(value, ''));
    if (largest) {
      const before = largest.list.length;
      shorten(largest, Math.max(second?.size ?? 0, largest.size - excess));
      note(largest.path, largest.list.length, before, 'list');
      continue;
    }
    const [longest] = bySize(textsIn(value, ''));
    if (longest && longest.text.length > TEXT_LEAST) {
      const kept = Math.max(TEXT_LEAST, longest.text.length - excess);
      longest.set(longest.text.slice(0, kept));
      note(longest.path, kept, longest.text.length, 'text');
      continue;
    }
    const [widest] = bySize(objectsIn(value, ''));
    if (!widest) break;
    const before = Object.keys(widest.object).length;
    note(widest.path, leaveOut(widest.object, excess), before, 'members');
  }
  return [...cuts.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** One item at the least goes, one at the least stays. */
function shorten({ list, size }: ListPlace, aim: number): void {
  let left = size;
  do left -= JSON.stringify(list.pop()).length + 1;
  while (list.length > 1 && left > aim);
}

/** Takes the last members, until so many characters are gone or few are left; gives how many stay. */
function leaveOut(object: Record<string, unknown>, characters: number): number {
  const names = Object.keys(object);
  let gone = 0;
  while (names.length > MEMBERS_LEAST && gone < characters) {
    const name = names.pop() ?? '';
    gone += JSON.stringify({ [name]: object[name] }).length - 1;
    delete object[name];
  }
  return names.length;
}

/** Objects with so many members that they can lose some, the whole value itself left out. */
function objectsIn(value: unknown, path: string): ObjectPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) => objectsIn(member, pathOf(path, name)));
  if (Array.isArray(value) || path === '' || Object.keys(value).length <= MEMBERS_LEAST) return inner;
  const object = value as Record<string, unknown>;
  return [...inner, { path, object, size: JSON.stringify(value).length }];
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
