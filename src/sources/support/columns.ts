/**
 * Column names written as lines of words, typed as the names: `columns('id name', 'status')` is a list of
 * `'id' | 'name' | 'status'`, so that reading a misspelt column does not compile.
 */
export function columns<const Lines extends readonly string[]>(
  ...lines: Lines
): readonly WordOf<Lines[number]>[] {
  return lines.flatMap((line) => line.split(' ')) as WordOf<Lines[number]>[];
}

type WordOf<Line extends string> = Line extends `${infer Word} ${infer Rest}` ? Word | WordOf<Rest> : Line;
