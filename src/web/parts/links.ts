/** The page of a record; what belongs to it follows its path. */
export function entityPath(id: string, part = ''): string {
  return `/entity/${encodeURIComponent(id)}${part}`;
}

/** The page of an SEC filing. */
export function filingPath(accession: string): string {
  return `/sec/${accession}`;
}

/** All records that name the person or firm as an officer or an agent. */
export function personPath(name: string): string {
  return searchPath({ q: name, in: 'person' });
}

export function searchPath(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return `/search?${new URLSearchParams(given)}`;
}
