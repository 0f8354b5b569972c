import {
  type BuildOptions,
  buildIndex,
  type IndexInput,
  type IndexQuery,
  openIndex,
  type SearchIndex,
} from '../../../src/search/index.js';
import { bitmapFrom } from '../../support/bitmaps.js';

/** Five filings, newest first, of three filers: ACME INC (formerly WIDGET CO), ACME HOLDINGS INC and JOHN DOE. */
export const filings: IndexInput = {
  documentKeys: BigUint64Array.of(100n, 101n, 102n, 103n, 104n),
  groups: {
    keys: Float64Array.of(11, 22, 33),
    offsets: Uint32Array.of(0, 3, 5, 7),
    // Filing 1 has two filers, and so two names.
    documents: Uint32Array.of(0, 1, 4, 2, 3, 1, 3),
  },
  lexicons: [
    lexicon('current', 'words', [
      ['acme inc', 0],
      ['acme holdings inc', 1],
      ['john doe', 2],
    ]),
    lexicon('former', 'words', [['widget co', 0]]),
    lexicon('ticker', 'whole', [['acm', 0]]),
  ],
  facets: [
    {
      name: 'form',
      values: new Map([
        ['4', bitmapFrom([1, 3])],
        ['10-K', bitmapFrom([0, 2, 4])],
      ]),
    },
  ],
  columns: [{ name: 'filed', values: Int32Array.of(50, 40, 40, 30, 10) }],
};

function lexicon(
  name: string,
  by: 'words' | 'whole',
  entries: readonly (readonly [string, number])[],
): IndexInput['lexicons'][number] {
  return { name, owners: 'groups', by, entries: () => entries };
}

export const TIERS: IndexQuery['tiers'] = [
  { how: 'exact', lexicons: ['current', 'ticker'] },
  { how: 'exact', lexicons: ['former'] },
  { how: 'prefix', lexicons: ['current'] },
  { how: 'words', lexicons: ['current', 'former'] },
];

export function query(text: string | null, more: Partial<IndexQuery> = {}): IndexQuery {
  return { text, tiers: TIERS, filters: [], ranges: [], order: 'tiers', offset: 0, limit: 10, ...more };
}

export function open(input: IndexInput, options: BuildOptions = {}, few?: number): SearchIndex {
  return openIndex(Buffer.concat(buildIndex(input, options)), { few });
}

/** `document:tier` of the hits. */
export function found(index: SearchIndex, request: IndexQuery): string {
  return index
    .search(request)
    .hits.map(({ document, tier }) => `${document}:${tier}`)
    .join(' ');
}
