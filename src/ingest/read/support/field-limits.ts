/** No publisher's field is as long. A longer one is left out, with a warning: every search that shows it would pay. */
export const MAX_FIELD_LENGTH = 16_384;

/** The longest legal names of companies have some 300 characters. */
export const MAX_NAME_LENGTH = 1_000;

export function longText(what: string, max: number): string {
  return `${what} is longer than ${max.toLocaleString('en-US')} characters`;
}

/** A record cannot be kept; the engine counts it and goes on. */
export class RecordRefused extends Error {
  override readonly name: string = 'RecordRefused';
}
