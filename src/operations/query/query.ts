import Type, { type TObject } from 'typebox';
import { Faults } from './faults.js';
import type { Field, Sent } from './field.js';

type Fields = Readonly<Record<string, Field<unknown>>>;

/** Parameter -> its value; `null`, or the field's default, where it was not sent. */
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: ReturnType<F[Name]['read']> };

/** A rule over several parameters. */
export type Rule<Values> = (
  values: Values,
  faults: Pick<Faults, 'add'>,
  isGiven: (name: string) => boolean,
) => void;

export interface Query<F extends Fields> {
  /** For OpenAPI and for the first check. */
  readonly schema: TObject;
  /** Throws one 400 with every fault. */
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
      const values = Object.fromEntries(
        named.map(([name, { read }]) => [name, read(of[name], faults, name)]),
      ) as ValuesOf<F>;
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
