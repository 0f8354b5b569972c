import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';

/** Shapes as the text of the Reconciliation API 0.2 has them, in our own words; stricter where the text leaves a choice. */
const text = { type: 'string', minLength: 1 };
const word = closed({ id: text, name: text, description: text }, ['id', 'name']);
const path = closed({
  service_url: { type: 'string', pattern: '^https?://' },
  service_path: { type: 'string', pattern: '^/' },
});
const suggested = closed({
  ...path.properties,
  flyout_service_url: path.properties.service_url,
  flyout_service_path: { type: 'string', pattern: '\\$\\{id\\}' },
});
const cell = {
  oneOf: [
    closed({ str: { type: 'string' } }),
    closed({ int: { type: 'integer' } }),
    closed({ float: { type: 'number' } }),
    closed({
      date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(Z|[+-]\\d{2}:\\d{2})$' },
    }),
    closed({ id: text, name: text }),
  ],
};
const view = { type: 'string', pattern: '\\{\\{id\\}\\}' };

const SHAPES = {
  manifest: closed(
    {
      versions: { type: 'array', items: text, contains: { const: '0.2' } },
      name: text,
      identifierSpace: { type: 'string', pattern: '^https?://' },
      schemaSpace: { type: 'string', pattern: '^https?://' },
      documentation: text,
      serviceVersion: text,
      defaultTypes: { type: 'array', items: word, minItems: 1 },
      view: closed({ url: view }),
      preview: closed({ url: view, width: { type: 'integer' }, height: { type: 'integer' } }),
      suggest: closed({ entity: suggested, property: suggested, type: suggested }),
      extend: closed({ propose_properties: path, property_settings: { type: 'array' } }),
      batchSize: { type: 'integer', minimum: 10, maximum: 50 },
    },
    ['versions', 'name', 'identifierSpace', 'schemaSpace'],
  ),
  'reconciliation-result-batch': {
    type: 'object',
    additionalProperties: closed({
      result: {
        type: 'array',
        items: closed({
          id: text,
          name: text,
          description: { type: 'string' },
          score: { type: 'number', minimum: 0, maximum: 100 },
          match: { type: 'boolean' },
          type: { type: 'array', minItems: 1, items: word },
          features: { type: 'array', items: closed({ id: text, value: { type: ['number', 'boolean'] } }) },
        }),
      },
    }),
  },
  'suggest-entities-response': closed({
    result: {
      type: 'array',
      items: closed({ ...word.properties, notable: { type: 'array', items: word } }),
    },
  }),
  'suggest-properties-response': closed({ result: { type: 'array', items: word } }),
  'suggest-types-response': closed({ result: { type: 'array', items: word } }),
  'data-extension-property-proposal': closed(
    { type: text, limit: { type: 'integer' }, properties: { type: 'array', items: word } },
    ['properties'],
  ),
  'data-extension-response': closed({
    meta: { type: 'array', items: word },
    rows: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'array', items: cell } },
    },
  }),
} satisfies Readonly<Record<string, AnySchema>>;

export type Shape = keyof typeof SHAPES;

/** The folder with the specification's own schemas, `0.2/schemas` of reconciliation-api/specs: they stand in no file here. */
const OFFICIAL = process.env.RECONCILIATION_SCHEMAS ?? '';

const own = new Ajv({ allErrors: true, allowUnionTypes: true });
const official = officialSchemas();

/** Everything that is wrong with an answer: by our reading and, if the folder is given, by the specification's schemas. */
export function faultsOf(shape: Shape, answer: unknown): readonly string[] {
  const checks = [own.compile(SHAPES[shape]), ...(official ? [officialOf(official, shape)] : [])];
  return checks.flatMap((check) => {
    check(answer);
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  });
}

function officialSchemas(): Ajv | undefined {
  if (!existsSync(OFFICIAL)) {
    process.stderr.write(
      'RECONCILIATION_SCHEMAS names no folder: answers are checked by our reading of the text alone.\n',
    );
    return undefined;
  }
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({}, 'http://swagger.io/v2/schema.json');
  for (const name of readdirSync(OFFICIAL)) {
    if (name === 'openapi.json') continue;
    const { $schema: _, ...schema } = JSON.parse(readFileSync(join(OFFICIAL, name), 'utf8')) as Record<
      string,
      unknown
    >;
    if (name === 'manifest.json') delete (schema.properties as Record<string, unknown>).authentication;
    ajv.addSchema({ ...schema, $id: `https://specs.invalid/${name}` });
  }
  return ajv;
}

function officialOf(ajv: Ajv, shape: Shape) {
  const check = ajv.getSchema(`https://specs.invalid/${shape}.json`);
  if (!check) throw new Error(`There is no schema ${shape}.`);
  return check;
}

function closed<Members extends object>(
  properties: Members,
  required: readonly string[] = Object.keys(properties),
) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}
