import { tickerTexts } from '../../domain/sec/ticker-texts.js';
import type { LexiconInput } from '../../search/types.js';
import { RowTexts } from '../rows/row-texts.js';
import type { ListedName } from './listed-names.js';

/**
 * The texts by which listed companies are suggested: the whole name, what follows each word of it, and the tickers. There are about
 * ten thousand, so a prefix finds them at once, however many other names have the same prefix.
 */
export class SuggestedRows {
  readonly #names = new RowTexts();
  readonly #ends = new RowTexts();
  readonly #keys = new RowTexts();
  readonly #tickers = new RowTexts();
  readonly #foremost = new RowTexts();

  /** `text`: the name in the form in which words are looked for; `key`: by which it is compared as a whole. */
  add(text: string, key: string, { tickers, foremost }: ListedName, row: number): void {
    this.#keys.add(key, row);
    this.#names.add(text, row);
    for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1))
      this.#ends.add(text.slice(at + 1), row);
    for (const text of tickers.flatMap(tickerTexts)) this.#tickers.add(text, row);
    for (const beginning of foremost) this.#foremost.add(beginning, row);
  }

  lexicons(documentOf: Uint32Array): LexiconInput[] {
    const lexicon = (name: string, texts: RowTexts): LexiconInput => ({
      ...{ name, owners: 'documents', by: 'keys' },
      entries: () => texts.entries(documentOf),
    });
    return [
      lexicon('listed', this.#names),
      lexicon('listedEnd', this.#ends),
      lexicon('listedKey', this.#keys),
      lexicon('ticker', this.#tickers),
      lexicon('foremost', this.#foremost),
    ];
  }
}
