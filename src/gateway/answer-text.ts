import type { TObject, TSchema } from 'typebox';
import { memoizeLast } from '../domain/memoize-last.js';
import type { Answer, JsonText } from '../operations/declare.js';
import type { Tagger } from './content-tag.js';
import { serializer } from './schema/serializer.js';

/** An answer as text, without what differs from request to request. */
export interface Content {
  readonly data: string;
  /** The members of the operation's own meta, without braces. */
  readonly meta: string;
}

export type ContentWriter = (answer: Answer) => Content;

/**
 * Serialises through the operation's schemas, so that an undeclared field cannot leave. JSON text goes out as it is.
 */
export function contentWriter(dataSchema: TSchema, metaSchema: TObject): ContentWriter {
  const writeMeta = membersWriter(metaSchema);
  const writeData = isObjectSchema(dataSchema) ? objectWriter(dataSchema) : serializer(dataSchema);
  return ({ data, meta }) => ({
    data: 'json' in data ? data.json : writeData(data.value),
    meta: writeMeta(meta),
  });
}

type Members = Readonly<Record<string, unknown>>;

/** In the order of the schema; the library would put what is required before what is optional. */
function objectWriter(schema: TObject): (value: unknown) => string {
  const write = membersWriter(schema);
  const required = schema.required ?? [];
  return (value) => {
    const members = value as Members;
    const missing = required.find((name) => members[name] === undefined);
    if (missing !== undefined) throw new Error(`"${missing}" is required!`);
    return `{${write(members)}}`;
  };
}

/** The members without braces. */
function membersWriter({ properties }: TObject): (members: Members) => string {
  const known = Object.entries(properties).map(([name, schema]) => ({
    name,
    opening: `${JSON.stringify(name)}:`,
    write: sameTextOnce(serializer(schema)),
  }));
  return (members) => {
    let text = '';
    for (const { name, opening, write } of known) {
      const value = members[name];
      if (value === undefined) continue;
      if (text !== '') text += ',';
      text += opening + (isJsonText(value) ? value.json : write(value));
    }
    return text;
  };
}

function isObjectSchema(schema: TSchema): schema is TObject {
  return (
    (schema as TSchema & { type?: unknown; properties?: unknown }).type === 'object' && 'properties' in schema
  );
}

/** What is the same whoever asks: the data, and the members of the operation's own meta. */
function openEnvelope({ data, meta }: Content): string {
  return `{"data":${data},"meta":{${meta}${meta === '' ? '' : ','}`;
}

/** `ignored` are names as the client sent them; the request id needs no escaping. */
function closeEnvelope(creditsUsed: number, requestId: string, ignored: readonly string[]): string {
  const rest = ignored.length === 0 ? '' : `,"ignoredParameters":${JSON.stringify(ignored)}`;
  return `"creditsUsed":${creditsUsed},"requestId":"${requestId}"${rest}}}`;
}

/** Texts such as the title of a source are the same in one answer after the other. */
function sameTextOnce(write: (value: unknown) => string): (value: unknown) => string {
  const writeText = memoizeLast(write);
  return (value) => (typeof value === 'string' ? writeText(value) : write(value));
}

function isJsonText(value: unknown): value is JsonText {
  return typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string';
}

export interface Text {
  readonly text: string;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
}

export function textOf(text: string): Text {
  return { text, bytes: Buffer.byteLength(text) };
}

/** An answer up to what differs from request to request, and the tag of that. */
export interface SerializedAnswer extends Text {
  readonly tag: string;
}

export type Writer = (answer: Answer, ignored: readonly string[]) => SerializedAnswer;

/** One text is what the tag is made of, what is measured and what is sent: it is joined once. */
export function serializedAnswer(
  content: Content,
  ignored: readonly string[],
  tagOf: Tagger,
): SerializedAnswer {
  const text = openEnvelope(content);
  const tag = tagOf(ignored.length === 0 ? text : `${text}${ignored.join()}`);
  return { text, bytes: Buffer.byteLength(text), tag };
}

/** The whole answer. */
export function finish(
  { text, bytes }: SerializedAnswer,
  creditsUsed: number,
  requestId: string,
  ignored: readonly string[],
): Text {
  const closing = closeEnvelope(creditsUsed, requestId, ignored);
  return { text: text + closing, bytes: bytes + Buffer.byteLength(closing) };
}

/** An answer that is given again and again is written once. */
export function writer(write: ContentWriter, tagOf: Tagger): Writer {
  const kept = new WeakMap<Answer, SerializedAnswer>();
  return (answer, ignored) => {
    if (!answer.isKept || ignored.length > 0) return serializedAnswer(write(answer), ignored, tagOf);
    const known = kept.get(answer);
    if (known) return known;
    const written = serializedAnswer(write(answer), ignored, tagOf);
    kept.set(answer, written);
    return written;
  };
}
