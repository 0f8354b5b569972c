import type { FilingMatch } from '../../contract/filing-search.js';
import { eightKItemTexts } from '../../domain/sec/eight-k-items.js';
import type { Filer } from '../../domain/sec/sec.js';
import type { IndexAnswer } from '../../search/format/types.js';
import { parseQuery } from '../../search/index.js';
import { matchingText } from '../support/matching-text.js';
import { explained } from '../support/reason.js';
import type { FilingTier } from './query.js';
import type { ShownFiling } from './shown.js';

type Read = Pick<IndexAnswer, 'sought' | 'corrected' | 'removed'> & { readonly place?: string | undefined };

/** Why the filing was found: the text of its filer, or of the filing, that matches in the tier. */
export function matchOf(
  tier: FilingTier,
  read: Read,
  shown: ShownFiling,
  filer: Filer | undefined,
): FilingMatch {
  const { sought, corrected, removed } = read;
  const parsed = { ...parseQuery(sought.text), isLastPartial: sought.isLastPartial };
  const found = matchingText(tier, parsed, (lexicon) => textsIn(lexicon, shown, filer));
  const field = found?.lexicon.startsWith('former') ? 'former_name' : tier.field;
  const kind = corrected !== null ? 'typo' : removed.length > 0 ? 'words' : tier.kind;
  // Texts that mean a well-known company are no names of its filings.
  const value =
    tier.field === 'accession'
      ? shown.row.accession
      : (found?.value ?? (tier.field === 'name' ? filer?.name : undefined) ?? sought.text);
  return explained({ field, value, kind }, tier.kind, read);
}

function textsIn(
  lexicon: string,
  { row, form, description, items }: ShownFiling,
  filer: Filer | undefined,
): readonly string[] {
  const asFiled = row.name === null ? [] : [row.name];
  switch (lexicon) {
    case 'former':
    case 'formerKey':
      return [...(filer?.formerNames.map(({ name }) => name) ?? []), ...asFiled];
    case 'ticker':
      return filer?.tickers ?? [];
    case 'cik':
      return [String(row.cik)];
    case 'accession':
      return [row.accession];
    case 'item':
      return items;
    case 'itemTitle':
      return items.flatMap(eightKItemTexts);
    case 'description':
      return [`${form} ${description ?? ''}`.trim()];
    default:
      return [...(filer === undefined ? [] : [filer.name]), ...asFiled];
  }
}
