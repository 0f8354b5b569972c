import { hash } from 'node:crypto';
import buildSerializer, { type Schema } from 'fast-json-stringify';
import type { TObject, TSchema } from 'typebox';
import { memoizeLast } from '../domain/memoize-last.js';
import type { Answer, JsonLines, JsonText } from '../operations/support/declare.js';
import type { Parameters } from './parameters.js';

/** An answer as text, without what differs from request to request. */
interface Content {
  readonly data: string;
  /** The members of the operation's own meta, without braces. */
  readonly meta: string;
}

type ContentWriter = (answer: Answer) => Content;

/**
 * Serialises through the operation's schemas, so that an undeclared field cannot leave. JSON text goes out as it is.
 */
export function contentWriter(dataSchema: TSchema, metaSchema: TObject): ContentWriter {
  const writeMeta = membersWriter(metaSchema);
  const writeData = isObjectSchema(dataSchema) ? objectWriter(dataSchema) : serializer(dataSchema);
  return ({ data, meta }) => ({
    data: textOfData(data, writeData),
    meta: writeMeta(meta),
  });
}

function textOfData(data: Answer['data'], write: (value: unknown) => string): string {
  if ('json' in data) return data.json;
  if ('file' in data) throw new Error('A file is sent as it is.');
  return 'lines' in data ? `[${data.lines.join(',')}]` : write(data.value);
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

/** The part that is the same for every caller: the data, and the members of the operation's own meta. */
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
  /** Behind the whole answer. */
  readonly end?: string;
}

export type Writer = (
  answer: Answer,
  ignored: readonly string[],
  form?: Parameters['form'],
) => SerializedAnswer;

/** Each item a line, and the meta the last one. */
function serializedLines(
  { lines }: JsonLines,
  meta: string,
  ignored: readonly string[],
  tagOf: Tagger,
): SerializedAnswer {
  const items = lines.map((line) => `${line}\n`).join('');
  const text = `${items}{"meta":{${meta}${meta === '' ? '' : ','}`;
  return { text, bytes: Buffer.byteLength(text), tag: tagOf(`${text}${ignored.join()}`), end: '\n' };
}

/** The text is joined once; it is hashed, measured and sent. */
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
  { text, bytes, end = '' }: SerializedAnswer,
  creditsUsed: number,
  requestId: string,
  ignored: readonly string[],
): Text {
  const closing = closeEnvelope(creditsUsed, requestId, ignored) + end;
  return { text: text + closing, bytes: bytes + Buffer.byteLength(closing) };
}

const NO_DATA: JsonText = { json: '' };

/** An answer that is given again and again is written once. */
export function writer(write: ContentWriter, tagOf: Tagger): Writer {
  return (answer, ignored, form) => {
    if (form === 'lines' && 'lines' in answer.data) {
      return serializedLines(answer.data, write({ ...answer, data: NO_DATA }).meta, ignored, tagOf);
    }
    const { kept } = answer;
    if (!kept || ignored.length > 0) return serializedAnswer(write(answer), ignored, tagOf);
    kept.serialized ??= serializedAnswer(write(answer), ignored, tagOf);
    return kept.serialized;
  };
}

type Write = (value: unknown) => string;

/** Writes what the schema declares and nothing else. Compiled with the first value: all of them at once delay a start. */
export function serializer(schema: TSchema): Write {
  let write: Write | undefined;
  return (value) => {
    write ??= buildSerializer(withoutUnions(schema) as Schema);
    return write(value);
  };
}

/**
 * `X or null` as an X that may be null. A union is decided by a validator, which the library compiles when the first
 * value comes: the first answer with enrichment held the event loop for a fifth of a second, and each was slower.
 */
function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, withoutUnions(member)]),
  );
  const { anyOf, ...others } = plain as { anyOf?: readonly { type?: unknown }[] };
  const [only, ...more] = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = only !== undefined && more.length === 0 && anyOf?.length === 2;
  return isNullable ? { ...only, ...others, nullable: true } : plain;
}

/** Equal for equal content; HTTP sends it as a weak ETag. */
export type Tagger = (content: string) => string;

/** `W/"…"`: weak, because `requestId` and `creditsUsed` are not part of the content. */
export function contentTag(content: string): string {
  return `W/"${digest(content)}"`;
}

/**
 * Tags of answers that are paid for. Nobody without the salt can compute the tag of an answer that they guess, or a list
 * of guessed tags would be answered by a free 304.
 */
export function saltedTagger(salt: string): Tagger {
  return (content) => contentTag(salt + digest(content));
}

function digest(content: string): string {
  return hash('sha1', content, 'base64url');
}
