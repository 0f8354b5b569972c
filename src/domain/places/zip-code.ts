/** Returns a ZIP code as `81201` or `81201-1234`; `undefined` for any other text, such as a foreign postal code. */
export function zipCode(text: string): string | undefined {
  const [, five, four] = /^(\d{5})(?:[-\s]?(\d{4}))?$/.exec(text.trim()) ?? [];
  if (five === undefined) return undefined;
  return four === undefined ? five : `${five}-${four}`;
}

/** Like `zipCode`, for a spreadsheet cell, which may have lost leading zeros. */
export function zipCodeOfCell(text: string): string | undefined {
  const digits = text.trim();
  const [, five = '', four = ''] = /^(\d{3,4})(-\d{4})?$/.exec(digits) ?? [];
  if (five !== '') return zipCode(`${five.padStart(5, '0')}${four}`);
  return zipCode(/^\d{7,8}$/.test(digits) ? digits.padStart(9, '0') : digits);
}
