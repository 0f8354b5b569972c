/** A row's values by column position in its file; blank, null and missing are the same. */
export type Cells = readonly (string | null | undefined)[];

/**
 * Returns the value trimmed and in NFC, or `undefined` if it is blank. NUL, which pads fixed-width files, counts as a space.
 */
export function cleanCell(value: string | null | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const trimmed = (value.includes('\0') ? value.replaceAll('\0', ' ') : value).trim();
  if (trimmed === '') return undefined;
  return NOT_ASCII.test(trimmed) ? trimmed.normalize() : trimmed;
}

const NOT_ASCII = /[\u0080-\uffff]/;
