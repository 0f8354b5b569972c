import type { Setting } from '../sources/declare/setting.js';

/** A setting of Dossier itself; `SETTINGS` names it. */
type OwnSetting<Value> = Omit<Setting<Value>, 'name'>;

/** Any text. */
export function text(fallback: string, meaning: string): OwnSetting<string> {
  return { fallback, meaning, read: (given) => given, what: 'a text' };
}

/** Any text; null by default. Errors do not repeat it. */
export function secret(meaning: string): OwnSetting<string | null> {
  return { fallback: '', meaning, read: (given) => given || null, what: 'a text', isSecret: true };
}

/** Both bounds are included. */
export function integer(fallback: number, min: number, max: number, meaning: string): OwnSetting<number> {
  const read = (given: string) => {
    const value = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { fallback: String(fallback), meaning, read, what: `a whole number from ${min} to ${max}` };
}

/** One of the values. A default of null makes the setting optional. */
export function choice<const Value extends string, Default extends Value | null>(
  values: readonly Value[],
  fallback: Default,
  meaning: string,
): OwnSetting<Value | Default> {
  const read = (given: string) =>
    values.find((value) => value === given) ?? (given === '' && fallback === null ? fallback : undefined);
  return { fallback: fallback ?? '', meaning, read, what: `one of ${values.join(', ')}` };
}

/** Values separated by commas; none by default. */
export function list(
  isAllowed: (value: string) => boolean,
  what: string,
  meaning: string,
): OwnSetting<readonly string[]> {
  const read = (given: string) => {
    const values = given.split(',').flatMap((value) => value.trim() || []);
    return values.every(isAllowed) ? values : undefined;
  };
  return { fallback: '', meaning, read, what };
}
