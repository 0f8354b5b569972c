import { SaxesParser } from 'saxes';
import type { InputFile } from '../archive/input-file.js';
import { InputError } from '../support/context.js';

/** An element at its start tag, or at its end tag with its own text. */
export interface XmlEvent {
  /** Without a namespace prefix, like attribute names. */
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly text: string;
  readonly isEnd: boolean;
}

/** The start and end tags of a part, except phonetic readings. Entities that a document declares are not expanded. */
export async function* xmlEvents(part: InputFile): AsyncGenerator<XmlEvent> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let events: XmlEvent[] = [];
  let text = '';
  let phonetic = 0;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    if (name === 'rPh') phonetic += 1;
    text = '';
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([key, value]) => [local(key), value]),
    );
    if (phonetic === 0) events.push({ name, attributes, text, isEnd: false });
  });
  const addText = (more: string) => {
    text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const name = local(tag.name);
    if (phonetic === 0) events.push({ name, attributes: {}, text, isEnd: true });
    if (name === 'rPh') phonetic -= 1;
    text = '';
  });
  const taken = () => {
    const some = events;
    events = [];
    return some;
  };
  try {
    for await (const chunk of part.chunks()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        parser.write(decoder.decode(chunk.subarray(at, at + PIECE_BYTES), { stream: true }));
        yield* taken();
      }
    }
    parser.close();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${part.label} is damaged: it is not a complete XML document.`, { cause: error });
  }
  yield* taken();
}

const PIECE_BYTES = 65_536;
