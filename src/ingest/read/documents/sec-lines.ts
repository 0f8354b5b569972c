import type { SecFact } from '../../../domain/sec/sec.js';
import type { LineParser } from '../../../sources/declare.js';
import type { InputFile } from '../archive/input-file.js';
import { InputError, type ReadContext } from '../context.js';
import { LineSplitter, Utf8Text } from '../tables/text.js';

/** The span of filing dates that a file vouches for. */
export interface FileScope {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The facts of one file of text lines. An error of the parser becomes an InputError with the file's name and the
 * line's number.
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
  for await (const chunk of file.chunks()) {
    yield parseLines(splitter.push(text.push(chunk)), parser, file, counter);
  }
  const last = [...splitter.push(text.end()), splitter.end() ?? ''].filter((line) => line !== '');
  yield parseLines(last, parser, file, counter);
  const scope = guarded(file, counter, () => parser.scope());
  if (scope) onScope({ file: file.label, from: scope.from, to: scope.to });
}

function parseLines(
  lines: readonly string[],
  parser: LineParser,
  file: InputFile,
  counter: { line: number },
): SecFact[] {
  return guarded(file, counter, () => {
    const facts: SecFact[] = [];
    for (const line of lines) {
      counter.line += 1;
      const fact = parser.line(line);
      if (fact) facts.push(fact);
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
