/** The page of a record; what belongs to it follows its path. */
export function entityPath(id: string, part = ''): string {
  return `/entity/${encodeURIComponent(id)}${part}`;
}

export function searchPath(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `/search?${new URLSearchParams(given)}`;
}
