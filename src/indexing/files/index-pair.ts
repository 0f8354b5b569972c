import { openIndex, type SearchIndex } from '../../search/index.js';
import type { IndexManifest } from './files.js';

/** Both indexes of one build. A request gets the pair once and uses it until its end. */
export interface IndexPair {
  readonly entities: SearchIndex;
  readonly filings: SearchIndex;
  readonly manifest: IndexManifest;
}

/** Opens the verified bytes of the files that the manifest names. Throws `IndexFormatError`. */
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
