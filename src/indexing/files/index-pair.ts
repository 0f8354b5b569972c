import { openIndex, type SearchIndex } from '../../search/index.js';
import type { IndexManifest } from './files.js';

/** Both indexes of one build; a request takes the pair once and keeps it to its end. */
export interface IndexPair {
  readonly entities: SearchIndex;
  readonly filings: SearchIndex;
  readonly manifest: IndexManifest;
}

/** The pair over the verified bytes of its files, by the names in the manifest. Throws `IndexFormatError`. */
export function openPair(manifest: IndexManifest, bytesOf: (name: string) => Uint8Array): IndexPair {
  const open = (kind: 'entities' | 'filings') => {
    const changes = manifest.delta?.[kind];
    return openIndex(bytesOf(manifest[kind]), {
      verified: true,
      ...(changes && { changes: bytesOf(changes) }),
    });
  };
  return { entities: open('entities'), filings: open('filings'), manifest };
}
