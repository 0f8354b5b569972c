import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const LINES_A_WRITE = 1_000;

/** Writes lines, some at a time and no faster than the disk takes them. */
export async function writeLines(
  path: string,
  lines: Iterable<string>,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  const file = createWriteStream(path, { encoding });
  let some: string[] = [];
  const flush = async () => {
    if (some.length > 0 && !file.write(`${some.join('\n')}\n`)) await once(file, 'drain');
    some = [];
  };
  for (const line of lines) if (some.push(line) >= LINES_A_WRITE) await flush();
  await flush();
  file.end();
  await once(file, 'finish');
}
