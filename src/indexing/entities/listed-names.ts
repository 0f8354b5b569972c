import { nameKey } from '../../domain/business-names/name-key.js';
import { Leaders } from '../../domain/sec/leaders.js';
import { MIN_STANDING } from '../../domain/sec/standing.js';
import type { Filings } from '../../store/store.js';

/**
 * Names of companies whose shares are listed, by key. The legal form is part of the key, in any spelling: `Apple Inc.` is
 * listed, `Apple LLC` is not.
 */
export type ListedNames = ReadonlyMap<string, ListedName>;

export interface ListedName {
  readonly tickers: readonly string[];
  /** The best standing of the companies with this name. */
  readonly standing: number;
  /** Prefixes for which these companies are better known than the company with that ticker. */
  readonly foremost: readonly string[];
  /** Texts that mean these companies, even if others have such a name: `goldman sachs`. */
  readonly wellKnown: readonly string[];
}

export async function listedNames(filings: Pick<Filings, 'scanListedFilers'>): Promise<ListedNames> {
  const names = new Map<string, ListedName>();
  const leaders = new Leaders();
  const keys = new Map<number, string>();
  for await (const filers of filings.scanListedFilers()) {
    for (const filer of filers) {
      const key = listedKey(nameKey(filer.name));
      if (key === '') continue;
      leaders.add(filer, filer.cik);
      keys.set(filer.cik, key);
      const { tickers, standing = MIN_STANDING } = filer;
      const { tickers: before, standing: best } = names.get(key) ?? NOBODY;
      const own = { tickers: [...before, ...tickers], standing: Math.min(best, standing) };
      names.set(key, { ...NOBODY, ...own });
    }
  }
  for (const kind of ['foremost', 'wellKnown'] as const) {
    for (const [beginning, cik] of leaders[kind]()) {
      const key = keys.get(cik) ?? '';
      const listed = names.get(key) ?? NOBODY;
      names.set(key, { ...listed, [kind]: [...listed[kind], beginning] });
    }
  }
  return names;
}

const NOBODY: ListedName = { tickers: [], standing: MIN_STANDING, foremost: [], wellKnown: [] };

/** Returns the part of a key that all spellings of a name and of its legal form share. */
export function listedKey(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}
