import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';

const FILES = ['components', 'entity-record', 'person-record', 'relationship-record', 'statement'];
const IDS = 'https://bods.invalid/';

/** Returns what the JSON schema of BODS 0.4 rejects, and properties that it does not name; empty if the statements are valid. */
export function bodsFaults(statements: unknown): readonly string[] {
  const ajv = new Ajv2020({
    ...{ allErrors: true, strict: false },
    formats: {
      date: (text: string) => new Date(`${text}T00:00:00Z`).toJSON().startsWith(text),
      'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
      uri: (text: string) => URL.canParse(text),
    },
  });
  for (const name of FILES) {
    const text = readFileSync(new URL(`bods-0.4/${name}.json`, import.meta.url), 'utf8');
    // `urn:statement` has no namespace, so ajv rejects it as an id.
    const schema = JSON.parse(text.replaceAll('"urn:', `"${IDS}`)) as AnySchemaObject;
    ajv.addSchema(closed(schema) as AnySchemaObject);
  }
  ajv.validate(`${IDS}statement`, statements);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The schema accepts any further property, so a misplaced one would pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return own.type === 'object' && own.properties ? { ...own, additionalProperties: false } : own;
}
