import type { SecFact } from '../../../domain/sec/sec.js';
import type { LineParser } from '../../../sources/declare/index.js';
import type { InputFile } from '../archive/input-file.js';
import { InputError, type ReadContext } from '../support/context.js';
import { LineSplitter, Utf8Text } from '../tables/text.js';

/** The range of filing dates that a file covers completely. */
export interface FileScope {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Yields the facts of a text file. Parser errors become InputErrors with file name and line number. A line that is not a row is
 * rejected; a last line without a line end means that the file is truncated.
 */
export async function* lineFacts(
  parser: LineParser,
  file: InputFile,
  context: ReadContext,
  onScope: (scope: FileScope) => void,
): AsyncGenerator<SecFact[]> {
  const text = new Utf8Text(file.label, context.warn);
  const splitter = new LineSplitter(file.label, context.limits.maxLineBytes);
  const counter = { line: 0 };
  const reject = (why: string) => {
    context.onRows(1);
    context.warn('rejected_row', `${file.label}, line ${counter.line}: ${why}`);
  };
  for await (const chunk of file.chunks()) {
    yield parseLines(splitter.push(text.push(chunk)), parser, file, counter, reject);
  }
  yield parseLines(splitter.push(text.end()), parser, file, counter, reject);
  const rest = splitter.end();
  if (rest !== undefined) {
    yield parseLines([rest], parser, file, counter, () => {
      throw new InputError(`${file.label} is truncated in line ${counter.line}.`);
    });
  }
  const scope = guarded(file, counter, () => parser.scope());
  if (scope) onScope({ file: file.label, from: scope.from, to: scope.to });
}

function parseLines(
  lines: readonly string[],
  parser: LineParser,
  file: InputFile,
  counter: { line: number },
  reject: (why: string) => void,
): SecFact[] {
  return guarded(file, counter, () => {
    const facts: SecFact[] = [];
    for (const line of lines) {
      counter.line += 1;
      const fact = parser.line(line);
      if (typeof fact === 'string') reject(fact);
      else if (fact) facts.push(fact);
    }
    return facts;
  });
}

function guarded<T>(file: InputFile, counter: { readonly line: number }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError(`${file.label}, line ${counter.line}: ${message}`, { cause: error });
  }
}
