import { openIndex, type SearchIndex } from '../search/index.js';
import type { IndexManifest } from './files.js';

/** Both indexes of one build; a request takes the pair once and keeps it to its end. */
export interface IndexPair {
  readonly entities: SearchIndex;
  readonly filings: SearchIndex;
  readonly manifest: IndexManifest;
}

/** The pair over the bytes of its files, by the names in the manifest. Throws `IndexFormatError`. */
export function openPair(manifest: IndexManifest, bytesOf: (name: string) => Uint8Array): IndexPair {
  const entities = openIndex(bytesOf(manifest.entities));
  const filings = openIndex(bytesOf(manifest.filings));
  return { entities, filings, manifest };
}
