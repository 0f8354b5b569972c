/** The characters that an agent can read at once, as JSON. */
export const MAX_ANSWER = 25_000;
/**
 * How far texts and objects are cut, the next only if the one before was not enough: a record has fewer members than 40 and hardly
 * a longer text than 200 characters.
 */
const FLOORS = [
  { text: 200, members: 40 },
  { text: 20, members: 1 },
];
/** Their own members stay: the answer itself, and its meta. */
const WHOLE: readonly string[] = ['', 'meta'];

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
 * each keeps one item. Lists within items come after those around them, then texts, and objects lose their last members at the end.
 * Members of the value that are to stay as they are: `fixed`. Gives the cuts in the order of their paths.
 */
export function cutToFit(value: object, max: number, fixed: readonly string[] = []): readonly Cut[] {
  const cuts = new Map<string, Cut>();
  const note = (path: string, shown: number, before: number, kind: Cut['kind']) =>
    cuts.set(path, { path, shown, of: cuts.get(path)?.of ?? before, kind });
  const bySize = <P extends Place>(places: readonly P[]) =>
    places
      .filter(({ path }) => !fixed.includes(path.split('.', 1)[0] ?? ''))
      .sort((one, other) => other.size - one.size);
  const isCut = (excess: number) => {
    const [largest, second] = bySize(listsIn(value, ''));
    if (largest) {
      const before = largest.list.length;
      shorten(largest, Math.max(second?.size ?? 0, largest.size - excess));
      note(largest.path, largest.list.length, before, 'list');
      return true;
    }
    return FLOORS.some((floor) => {
      const [longest] = bySize(textsIn(value, '', floor.text));
      if (longest) {
        const kept = Math.max(floor.text, longest.text.length - excess);
        longest.set(longest.text.slice(0, kept));
        note(longest.path, kept, longest.text.length, 'text');
        return true;
      }
      const [widest] = bySize(objectsIn(value, '', floor.members));
      if (!widest) return false;
      const before = Object.keys(widest.object);
      const left = leaveOut(widest.object, excess, floor.members);
      note(widest.path, left, before.length, 'members');
      // Removes cuts within parts that were removed themselves.
      const gone = before.slice(left).map((name) => pathOf(widest.path, name));
      for (const path of cuts.keys()) if (gone.some((one) => isWithin(path, one))) cuts.delete(path);
      return true;
    });
  };
  for (;;) {
    const excess = JSON.stringify(value).length - max;
    if (excess <= 0 || !isCut(excess)) break;
  }
  return [...cuts.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** One item at the least goes, one at the least stays. */
function shorten({ list, size }: ListPlace, aim: number): void {
  let left = size;
  do left -= JSON.stringify(list.pop()).length + 1;
  while (list.length > 1 && left > aim);
}

/** Removes the last members until enough characters are gone or few members are left; returns how many stay. */
function leaveOut(object: Record<string, unknown>, characters: number, min: number): number {
  const names = Object.keys(object);
  let gone = 0;
  while (names.length > min && gone < characters) {
    const name = names.pop() ?? '';
    gone += JSON.stringify({ [name]: object[name] }).length - 1;
    delete object[name];
  }
  return names.length;
}

/** Objects with more fields than this. */
function objectsIn(value: unknown, path: string, min: number): ObjectPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) => objectsIn(member, pathOf(path, name), min));
  if (Array.isArray(value) || WHOLE.includes(path) || Object.keys(value).length <= min) return inner;
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

/** Texts of more than this number of characters. */
function textsIn(value: unknown, path: string, min: number): TextPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): TextPlace[] => {
    if (typeof member !== 'string') return textsIn(member, pathOf(path, name), min);
    if (member.length <= min) return [];
    const set = (text: string) => {
      (value as Record<string, unknown>)[name] = text;
    };
    return [{ path: pathOf(path, name), text: member, size: JSON.stringify(member).length, set }];
  });
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`);
}
