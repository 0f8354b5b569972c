import { nameKey } from '../../domain/business-names/name-key.js';
import type { Catalog } from '../../store/store.js';

/**
 * Names of companies whose shares are listed, by key, with their tickers: the best-known bearers of a name. The legal form counts,
 * however it is spelt: `Apple Inc.` is listed, `Apple LLC` is not.
 */
export type ListedNames = ReadonlyMap<string, readonly string[]>;

export async function listedNames(catalog: Pick<Catalog, 'scanListedFilers'>): Promise<ListedNames> {
  const names = new Map<string, readonly string[]>();
  for await (const filers of catalog.scanListedFilers()) {
    for (const { name, tickers } of filers) {
      const key = nameKey(name);
      if (key !== '') names.set(listedKey(key), [...(names.get(listedKey(key)) ?? []), ...tickers]);
    }
  }
  return names;
}

/** The part of a key that all spellings of a name and of its legal form share. */
export function listedKey(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}
