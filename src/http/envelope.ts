import type { TObject, TSchema } from 'typebox';
import { lastRemembered } from '../domain/last-remembered.js';
import type { Answer, JsonText } from '../operations/declare.js';
import { serializer } from './serializer.js';

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
export function openEnvelope({ data, meta }: Content): string {
  return `{"data":${data},"meta":{${meta}${meta === '' ? '' : ','}`;
}

/** `ignored` are names as the client sent them; the request id needs no escaping. */
export function closeEnvelope(creditsUsed: number, requestId: string, ignored: readonly string[]): string {
  const rest = ignored.length === 0 ? '' : `,"ignoredParameters":${JSON.stringify(ignored)}`;
  return `"creditsUsed":${creditsUsed},"requestId":"${requestId}"${rest}}}`;
}

/** Texts such as the title of a source are the same in one answer after the other. */
function sameTextOnce(write: (value: unknown) => string): (value: unknown) => string {
  const writeText = lastRemembered(write);
  return (value) => (typeof value === 'string' ? writeText(value) : write(value));
}

function isJsonText(value: unknown): value is JsonText {
  return typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string';
}
