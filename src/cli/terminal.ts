import type { Writable } from 'node:stream';
import { CLEAR_LINE } from '../ingest/run/progress.js';
import { printable } from '../platform/printable.js';

const machineOutputs = new WeakMap<object, Writable>();

/**
 * A stream that escapes control characters from files, names and arguments, so that the terminal does not
 * execute them. All command output uses it.
 */
export function terminalOutput<T extends NodeJS.WritableStream & { readonly isTTY?: boolean }>(stream: T): T {
  const write = (text: string | Uint8Array, ...rest: never[]) => {
    const isBar = stream.isTTY === true && typeof text === 'string' && text.startsWith(CLEAR_LINE);
    const start = isBar ? CLEAR_LINE : '';
    return stream.write(
      typeof text === 'string' ? start + printable(text.slice(start.length)) : text,
      ...rest,
    );
  };
  const output = new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  if (stream.isTTY !== true) machineOutputs.set(output, stream as unknown as Writable);
  return output;
}

/** For CSV, which has no notation for control characters: the bytes as they are, except on a terminal. */
export function csvOutput(output: Writable): Writable {
  return machineOutputs.get(output) ?? output;
}
