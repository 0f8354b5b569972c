import Type, { type TObject, type TSchema } from 'typebox';
import { invalidParams, type ParameterFault } from '../../contract/errors.js';
import { type FacetCountsShown, MAX_VALUES } from '../../contract/facet-counts.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { cikDigits } from '../../domain/identifiers.js';
import { stateCode } from '../../domain/places/place-codes.js';
import { zipCode } from '../../domain/places/zip-code.js';
import { isCalendarDate } from '../../domain/time/dates.js';

type Fields = Readonly<Record<string, Field<unknown>>>;

/** Parameter -> its value; `null`, or the field's default, where it was not sent. */
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]['read']> };

/** A rule over several parameters. */
export type Rule<Values> = (
  values: Values,
  faults: Pick<Faults, 'add'>,
  isGiven: (name: string) => boolean,
) => void;

interface Query<F extends Fields> {
  /** For OpenAPI and for the first check. */
  readonly schema: TObject;
  /** Throws one 400 with all errors. */
  readonly read: (sent: object) => ValuesOf<F>;
}

/** The parameters of an operation, declared once: from this come schema, documents and parser. */
export function defineQuery<F extends Fields>(fields: F, ...rules: readonly Rule<ValuesOf<F>>[]): Query<F> {
  const named = Object.entries(fields);
  return {
    schema: Type.Object(Object.fromEntries(named.map(([name, { schema }]) => [name, schema]))),
    read: (sent) => {
      const faults = new Faults();
      const of = sent as Readonly<Record<string, Sent>>;
      const read: Record<string, unknown> = {};
      for (const [name, field] of named) read[name] = field.read(of[name], faults, name);
      const values = read as ValuesOf<F>;
      const isGiven = (name: string) => String(of[name] ?? '').trim() !== '';
      for (const rule of rules) rule(values, faults.ofOthers(), isGiven);
      faults.check();
      return values;
    },
  };
}

/** The first is not above the second, where both are given. */
export function ordered<Name extends string>(
  first: Name,
  second: Name,
  words = 'after',
  shown: (value: string | number) => string = String,
): Rule<{ readonly [N in Name]: string | number | null }> {
  return (values, faults) => {
    const [from, to] = [values[first], values[second]];
    if (from === null || to === null || from <= to) return;
    faults.add(first, `must not be ${words} ${second}; got ${shown(from)} and ${shown(to)}.`);
  };
}

/** A fault of the first if none of them is given. */
export function needsOne<Name extends string>(
  first: Name,
  ...others: readonly Name[]
): Rule<{ readonly [N in Name]: unknown }> {
  return (_values, faults, isGiven) => {
    if (isGiven(first) || others.some(isGiven)) return;
    const list = `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
    faults.add(first, `one of ${list} is required.`);
  };
}

/** The value of one parameter as it arrived; a repeated one is a list. */
type Sent = string | readonly string[] | undefined;

/** A query parameter, declared once: its documents, and how it is read. */
export interface Field<Value> {
  readonly schema: TSchema;
  /** Blank counts as missing. A fault is kept and something is returned, so that a client learns all faults at once. */
  readonly read: (sent: Sent, faults: Faults, name: string) => Value;
}

/**
 * Parameters arrive as strings and are checked as strings; an operation says what is wrong in its own words. This is what
 * the documents say of them instead: the type a client should think of.
 */
interface Published {
  readonly schema: Readonly<Record<string, unknown>>;
  /** `form` without `explode`: the values of a list stand in one parameter, with commas between them. */
  readonly style?: 'form';
  readonly explode?: false;
}

export function publishedOf(schema: TSchema): Published | undefined {
  return (schema as TSchema & { published?: Published }).published;
}

/** Text as it was sent, without the blanks around it. */
export function text(description: string, example: string): Field<string | null> {
  return textField(description, example, { type: 'string', maxLength: 500 }, (given) => given);
}

/** The words of a name, normalised. `plain` reads a text before that. */
export function words(
  description: string,
  example: string,
  plain: (given: string) => string = (given) => given,
): Field<string | null> {
  const read = (given: string, faults: Faults, name: string) => {
    const normal = comparedText(plain(given));
    return normal === '' ? faults.add(name, `contains no letter or digit; got ${quoted(given)}.`) : normal;
  };
  return textField(description, example, { type: 'string', maxLength: 500 }, read);
}

interface Code {
  readonly is: RegExp;
  /** In the fault: `must be <what>`. */
  readonly what: string;
  /** The type in the documents, if it is not a string. */
  readonly type?: 'integer' | 'number';
}

/** Text of one form. */
export function code(
  description: string,
  example: string | number,
  { is, what, type }: Code,
): Field<string | null> {
  const schema = type === undefined ? { type: 'string', maxLength: 500 } : { type };
  const read = (given: string, faults: Faults, name: string) =>
    is.test(given) ? given : faults.add(name, `must be ${what}; got ${quoted(given)}.`);
  return textField(description, example, schema, read);
}

/** `YYYY-MM-DD`. */
export function date(description: string, example: string): Field<string | null> {
  const read = (given: string, faults: Faults, name: string) =>
    isCalendarDate(given)
      ? given
      : faults.add(name, `must be a calendar date YYYY-MM-DD; got ${quoted(given)}.`);
  return textField(description, example, { type: 'string', format: 'date' }, read);
}

/** A state, the District or a territory, by USPS code or name in any case. Reads the code. */
export function stateField(description = 'USPS code or name of the state.'): Field<string | null> {
  return readAs(text(description, 'CO'), readState);
}

export function readState(given: string, faults: Faults, name: string): string | null {
  return (
    stateCode(given) ??
    faults.add(name, `must be a USPS code or state name, such as CO or Colorado; got ${quoted(given)}.`)
  );
}

/** A ZIP code as `81201` or `81201-1234`. */
export function readZip(given: string, faults: Faults, name: string): string | null {
  const what = 'a US ZIP code such as 81201 or 81201-1234; omit it for an address outside the United States';
  return zipCode(given) ?? faults.add(name, `must be ${what}; got ${quoted(given)}.`);
}

export function year(description: string, example: number): Field<number | null> {
  return textField(description, example, { type: 'integer', minimum: 1900, maximum: 2099 }, readYear);
}

/** A year from 1900 to 2099. */
export function readYear(given: string, faults: Faults, name: string): number | null {
  if (/^(?:19|20)\d{2}$/.test(given)) return Number(given);
  return faults.add(name, `must be a year from 1900 to 2099; got ${quoted(given)}.`);
}

/** A filer of the SEC, with or without leading zeros, dashes and `CIK` in front. */
export function readCik(given: string, faults: Faults, name: string): number | null {
  const digits = cikDigits(given.replaceAll('-', ''));
  if (digits !== undefined) return Number(digits);
  return faults.add(name, `must be a CIK of 1 to 10 digits, such as 320193; got ${quoted(given)}.`);
}

/** An EDGAR form type by its characters: the SEC adds types, so none is known not to exist. */
export function readForm(given: string, faults: Faults, name: string): string | null {
  if (/^[A-Z0-9][A-Z0-9 /&.-]{0,19}$/i.test(given)) return given;
  return faults.add(name, `must be SEC form types, such as 8-K; got ${quoted(given)}.`);
}

interface Bounds {
  readonly min: number;
  readonly fallback: number;
  /** More is applied as this. */
  readonly max?: number;
}

export function integer(description: string, { min, fallback, max }: Bounds): Field<number> {
  const published = { type: 'integer', minimum: min, default: fallback };
  const read = (given: string, faults: Faults, name: string) => {
    const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (number >= min) return Math.min(number, max ?? number);
    return faults.add(
      name,
      `must be a whole number, ${min} or more, of at most 15 digits; got ${quoted(given)}.`,
    );
  };
  return withDefault(textField(description, fallback, published, read), fallback);
}

/** How many results a page holds. */
export function limit({ max, fallback }: { readonly max: number; readonly fallback: number }) {
  return integer(`Results per page, 1 to ${max}; larger values are treated as the maximum.`, {
    min: 1,
    fallback,
    max,
  });
}

export function offset() {
  return integer('Results to skip; no maximum.', { min: 0, fallback: 0 });
}

/** One of the values, in whatever case. */
export function choice<Value extends string>(
  description: string,
  values: readonly Value[],
  fallback?: Value,
): Field<Value | null> {
  const published = {
    type: 'string',
    enum: values,
    ...(fallback !== undefined && { default: fallback }),
  };
  return textField(description, fallback ?? values[0], published, (given, faults, name) =>
    oneOf(values, given, faults, name),
  );
}

/** The value in lower case that is meant. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  given: string,
  faults: Faults,
  name: string,
): Value | null {
  const found = values.find((value) => value === given.toLowerCase());
  return found ?? faults.add(name, `must be one of ${values.join(', ')}; got ${quoted(given)}.`);
}

export function flag(description: string): Field<boolean> {
  const published = { type: 'boolean', default: false };
  const read = (given: string, faults: Faults, name: string) =>
    oneOf(['true', 'false'], given, faults, name) === 'true';
  return withDefault(textField(description, true, published, read), false);
}

/** One comma-separated parameter that may also repeat; the values are those between commas. */
export function list(
  description: string,
  example: readonly string[],
  values?: readonly string[],
): Field<readonly string[]> {
  const items = { type: 'string', ...(values && { enum: values }) };
  const published: Published = { schema: { type: 'array', items }, style: 'form', explode: false };
  const options = { description, examples: [example], published };
  return {
    schema: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], options)),
    read: (sent) => (typeof sent === 'string' ? [sent] : (sent ?? [])),
  };
}

/** As `field`, with one more sentence in its documents. */
export function saying<Value>({ schema, read }: Field<Value>, sentence: string): Field<Value> {
  const { description } = schema as TSchema & { description: string };
  const options = { ...schema, description: `${description} ${sentence}` };
  return { schema: Type.Optional(Type.String(options)), read };
}

/** As `field`, read in another way. */
export function readAs<Value>(
  { schema }: Field<unknown>,
  read: (given: string, faults: Faults, name: string) => Value | null,
): Field<Value | null> {
  return { schema, read: (sent, faults, name) => readText(sent, faults, name, read) };
}

export function withDefault<Value>({ schema, read }: Field<Value | null>, fallback: Value): Field<Value> {
  return { schema, read: (sent, faults, name) => read(sent, faults, name) ?? fallback };
}

function textField<Value>(
  description: string,
  example: unknown,
  published: Published['schema'],
  read: (given: string, faults: Faults, name: string) => Value | null,
): Field<Value | null> {
  const schema = Type.Optional(
    Type.String({ description, examples: [example], published: { schema: published } }),
  );
  return readAs({ schema, read: () => null }, read);
}

function readText<Value>(
  sent: Sent,
  faults: Faults,
  name: string,
  read: (given: string, faults: Faults, name: string) => Value | null,
): Value | null {
  const given = typeof sent === 'string' ? sent.trim() : '';
  return given === '' ? null : read(given, faults, name);
}

/** One comma-separated parameter that may also repeat; null if it is blank. */
export function values<Value extends string = string>(
  description: string,
  example: readonly string[],
  read: (given: string, faults: Faults, name: string) => Value | null = (given) => given as Value,
): Field<readonly Value[] | null> {
  const field = list(description, example);
  return {
    schema: field.schema,
    read: (sent, faults, name) => {
      const given = field.read(sent, faults, name).flatMap((part) => part.split(','));
      const said = given.map((part) => part.trim()).filter((part) => part !== '');
      const known = said.flatMap((part) => read(part, faults, name) ?? []);
      return said.length === 0 ? null : known;
    },
  };
}

/** Faults of a request's parameters: a client learns all of them at once. */
export class Faults {
  readonly #faults: ParameterFault[] = [];

  add(parameter: string, message: string): null {
    this.#faults.push({ parameter, message });
    return null;
  }

  /** Adds faults of parameters that have none so far: a value that could not be read breaks no further rule. */
  ofOthers(): Pick<Faults, 'add'> {
    const before = [...this.#faults];
    const isRead = (name: string) => !before.some(({ parameter }) => parameter === name);
    return { add: (parameter, message) => (isRead(parameter) ? this.add(parameter, message) : null) };
  }

  /** Throws the 400 if there is any. */
  check(): void {
    if (this.#faults.length > 0) throw invalidParams(...this.#faults);
  }
}

/** The value that a client sent, shortened so that an answer never echoes a flood. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

/** A day, `YYYY-MM-DD`, or a time in UTC, as milliseconds since 1970: of a day its first or its last one. */
export function moment(description: string, example: string, end: 'first' | 'last'): Field<number | null> {
  return readAs(text(description, example), (given, faults, name) => readMoment(given, faults, name, end));
}

function readMoment(given: string, faults: Faults, name: string, end: 'first' | 'last'): number | null {
  if (isCalendarDate(given)) return Date.parse(given) + (end === 'last' ? DAY_MS - 1 : 0);
  const time = INSTANT.test(given) && isCalendarDate(given.slice(0, 10)) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  return faults.add(name, `must be a day YYYY-MM-DD or a time YYYY-MM-DDTHH:MM:SSZ; got ${quoted(given)}.`);
}

/** `facets`: which counts to return with the page; a comma list. */
export function facets<Name extends string>(names: readonly Name[]): Field<readonly Name[]> {
  const { schema, read } = list(
    `Facets to count, in \`meta.facets\`: ${names.join(', ')}. Free. Comma-separated; may repeat.`,
    names.slice(0, 2),
    names,
  );
  return { schema, read: (sent, faults, name) => namesIn(read(sent, faults, name), names, faults, name) };
}

function namesIn<Name extends string>(
  sent: readonly string[],
  names: readonly Name[],
  faults: Faults,
  parameter: string,
): readonly Name[] {
  const values = sent
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const exact = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = values.map((one) => exact.get(one.toLowerCase()) ?? oneOf(names, one, faults, parameter));
  return [...new Set(found)].filter((one) => one !== null);
}

/** The values of the most matches first, of as many the first in the alphabet; or the last in the alphabet first. */
export function countsShown(
  counts: ReadonlyMap<string, number>,
  order: 'most' | 'last' = 'most',
): FacetCountsShown {
  const alphabet = (one: string, other: string) => (one < other ? -1 : 1);
  const all = [...counts].sort(([one, count], [other, otherCount]) =>
    order === 'last' ? alphabet(other, one) : otherCount - count || alphabet(one, other),
  );
  const rest = all.slice(MAX_VALUES);
  return {
    values: all.slice(0, MAX_VALUES).map(([value, count]) => ({ value, count })),
    other: rest.reduce((sum, [, count]) => sum + count, 0),
  };
}
