/**
 * Longer than any publisher's field. Longer values are dropped with a warning, because they would slow every search that shows
 * them.
 */
export const MAX_FIELD_LENGTH = 16_384;

/** The longest legal names of companies have about 300 characters. */
export const MAX_NAME_LENGTH = 1_000;

export function longText(what: string, max: number): string {
  return `${what} is longer than ${max.toLocaleString('en-US')} characters`;
}

/** A record cannot be stored; the engine counts it and continues. */
export class RecordRefused extends Error {
  override readonly name: string = 'RecordRefused';
}
