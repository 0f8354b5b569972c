/**
 * Name, city and state as published, `Acme Widgets, Inc.; Tacoma; WA`. Rows of one key are one record; another
 * spelling is another record.
 */
export function vendorKey(name: string, city: string | undefined, state: string | undefined): string {
  return [name, city, state].filter((part) => part !== undefined).join('; ');
}

/** Portal query for a vendor; small enough to always be read completely. */
export const ASKED_BY = {
  key: 'company_name',
  keyHolds: namesIn,
  name: 'company_name',
  cursor: null,
} as const;

/** City and state may be missing, and a name may hold `; ` itself. */
function namesIn(key: string): string[] {
  const parts = key.split('; ');
  return [0, 1, 2]
    .map((less) => parts.slice(0, parts.length - less).join('; '))
    .filter((name) => name !== '');
}
