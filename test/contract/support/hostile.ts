import fc from 'fast-check';
import type { Operation, Parameter } from './document.js';

/** A request as bytes go out: the target is not normalised on its way. */
export interface Attempt {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Texts that break careless servers, percent-encoded already or meant to be sent as they stand. */
const RAW = [
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '%c0%af',
  '../',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%0d%0aX-Injected:%201',
  '%E2%80%AE%F0%9F%92%A9',
  '%27%20OR%201%3D1--',
  '%7B%22$gt%22%3A%22%22%7D',
  '$%7B7*7%7D',
  '%3Cscript%3E',
  '*',
  '__proto__',
  'constructor',
];

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  'NaN',
  'true',
  'null',
  '999999999999999',
  '99999999999999999999999999',
  '2020-02-30',
  '2020-1-1',
  '9999-12-31',
  '0000-00-00',
  'ſ',
  'İ',
  '\u0000',
  '\u202e',
  '’',
  ',,,',
  '[]',
  'CO:',
  'CO:*',
  'XX:1',
  'CO:1:2:3',
  '00000000-0000-0000-0000-000000000000',
];

/** Requests of an operation, made from its documented parameters: a third are meant well, the others are not. */
export function attempts(operation: Operation): fc.Arbitrary<Attempt> {
  return fc.oneof(
    { arbitrary: attemptsOf(operation, goodValue, NO_HEADERS), weight: 1 },
    { arbitrary: attemptsOf(operation, anyValue, ODD_HEADERS), weight: 2 },
  );
}

type ValueOf = (parameter: Parameter) => fc.Arbitrary<string>;

const NO_HEADERS = fc.constant({});
const ODD_HEADERS = fc.dictionary(
  fc.constantFrom('Accept', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id', 'Accept-Encoding', 'Origin'),
  fc.oneof(
    fc.string({ maxLength: 300 }).map(toHeader),
    fc.constantFrom('*', 'text/csv', 'application/json', 'W/"a"', 'gzip, br', 'k'),
  ),
  { maxKeys: 2 },
);

function attemptsOf(
  operation: Operation,
  chosen: ValueOf,
  headers: fc.Arbitrary<Attempt['headers']>,
): fc.Arbitrary<Attempt> {
  const query = operation.resolvedParameters.filter((parameter) => parameter.in === 'query');
  const path = operation.resolvedParameters.filter((parameter) => parameter.in === 'path');
  const pairs = chosen === goodValue ? wellMeantQuery(query) : fc.array(anyPair(query), { maxLength: 5 });
  const method = fc
    .integer({ min: 0, max: 9 })
    .map((n) => (n === 0 && operation.method === 'GET' ? 'HEAD' : operation.method));
  const body = operation.requestBody ? bodies(operation) : fc.constant(undefined);
  return fc
    .record({ method, path: fc.tuple(...path.map(chosen)), pairs, headers, body })
    .map(({ path: values, pairs: sent, body: text, headers: odd, ...rest }) => {
      let index = 0;
      const whole = operation.path.replace(/\{\w+\}/g, () => values[index++] ?? '');
      // Slashes too many count for nothing: without a part it would be the path of another operation.
      const isAlone =
        operation.method === 'GET' && /^\/api\/v1\/(entity|sources?)\/\{\w+\}$/.test(operation.path);
      const filled = isAlone ? whole : whole.replace(/\/(?=\/|$)/g, '/-');
      const target = sent.length === 0 ? filled : `${filled}?${sent.join('&')}`;
      if (text === undefined) return { ...rest, headers: odd, target };
      return { ...rest, headers: { 'Content-Type': 'application/json', ...odd }, target, body: text };
    });
}

/** The documented body, parts of it exchanged for anything JSON can say, and what is no JSON at all. */
function bodies({ requestBody }: Operation): fc.Arbitrary<string> {
  const example = requestBody?.content['application/json']?.example;
  const twisted = fc
    .tuple(fc.nat(40), fc.jsonValue())
    .map(([at, other]) => JSON.stringify(exchanged(example, at, other)));
  return fc.oneof(
    { arbitrary: fc.constant(JSON.stringify(example)), weight: 2 },
    { arbitrary: twisted, weight: 6 },
    { arbitrary: fc.json(), weight: 2 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 50 }), weight: 1 },
    {
      arbitrary: fc.constantFrom('', '[', '{"items":[]}', '{"items":null}', `"${'a'.repeat(70_000)}"`),
      weight: 2,
    },
  );
}

/** The value with its n-th part, counted through, exchanged. */
function exchanged(value: unknown, at: number, other: unknown): unknown {
  let count = 0;
  return JSON.parse(
    JSON.stringify(value, (_name, part: unknown) => (count++ === at ? other : part)) ?? 'null',
  );
}

/** The first parameter, without which most searches are refused, and some of the others once each. */
function wellMeantQuery(parameters: readonly Parameter[]): fc.Arbitrary<readonly string[]> {
  const pairOf = (parameter: Parameter) => goodValue(parameter).map((text) => `${parameter.name}=${text}`);
  const [first, ...others] = parameters;
  const some = fc
    .subarray(others, { maxLength: Math.min(3, others.length) })
    .chain((parts) => fc.tuple(...parts.map(pairOf)));
  return first ? fc.tuple(pairOf(first), some).map(([pair, more]) => [pair, ...more]) : fc.constant([]);
}

/** One `name=value`; some parameters come twice, some are unknown. */
function anyPair(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const known = parameters.map((parameter) => anyValue(parameter).map((text) => `${parameter.name}=${text}`));
  const unknown = fc
    .tuple(fc.oneof(fc.constantFrom(...RAW), encoded()), fc.constantFrom(...RAW))
    .map((both) => both.join('='));
  const doubled = known.map((one) => fc.tuple(one, one).map((both) => both.join('&')));
  return fc.oneof(...known.map((arbitrary) => ({ arbitrary, weight: 6 })), ...doubled, {
    arbitrary: unknown,
    weight: 2,
  });
}

function goodValue({ schema, example }: Parameter): fc.Arbitrary<string> {
  return fc.oneof(fc.constant(String(example)), fromSchema(schema)).map(encodeURIComponent);
}

function anyValue(parameter: Parameter): fc.Arbitrary<string> {
  const long = fc.integer({ min: 400, max: 9_000 }).map((length) => 'a'.repeat(length));
  return fc.oneof(
    { arbitrary: goodValue(parameter), weight: 8 },
    { arbitrary: encoded(), weight: 3 },
    { arbitrary: fc.constantFrom(...TEXTS).map(encodeURIComponent), weight: 4 },
    { arbitrary: fc.constantFrom(...RAW), weight: 3 },
    { arbitrary: long, weight: 1 },
  );
}

function fromSchema(schema: Parameter['schema']): fc.Arbitrary<string> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as string[]));
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: 0, max: 120 }).map(String);
  if (schema.type === 'boolean') return fc.boolean().map(String);
  if (schema.format === 'date') {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    return day.map((date) => date.toISOString().slice(0, 10));
  }
  if (schema.type === 'array') {
    return fc
      .array(fromSchema(schema.items as Parameter['schema']), { maxLength: 8 })
      .map((parts) => parts.join(','));
  }
  return fc.constantFrom('willow', 'tesla', 'a', 'LLC', '1318605', '3711', 'CO', 'smith & sons', "o'hara");
}

/** Any Unicode text that can be percent-encoded. */
function encoded(): fc.Arbitrary<string> {
  return fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent);
}

/** Node refuses to send what is no header value. */
function toHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
