import { readKey } from '../../../domain/key-format.js';
import type { DocumentChoice, DocumentList } from '../../declare/index.js';
import { EIN } from '../keys.js';

export const RETURNS_URL = 'https://apps.irs.gov/pub/epostcard/990/xml/';

/** `index_<year>.csv`. For old years it lacks `XML_BATCH_ID`, and so the zips' names. */
export const RETURN_LIST: DocumentList = {
  columns: ['EIN', 'TAX_PERIOD', 'RETURN_TYPE', 'OBJECT_ID'],
  open: () => new ListedReturns(),
};

/** Forms that are read; the last two stand in lists of old years. */
const FORMS = new Set(['990', '990EZ', '990PF', '990O', '990EO']);

/** All returns on these forms: figures are kept for each year, and the object number does not show which was filed last. */
class ListedReturns implements DocumentChoice {
  readonly #known = new Set<string>();
  readonly #wanted = new Set<string>();
  readonly #batches = new Set<string>();

  add(value: (column: string) => string): boolean {
    const object = value('OBJECT_ID');
    if (!/^\d{18}$/.test(object) || !/^\d{6}$/.test(value('TAX_PERIOD'))) return false;
    this.#known.add(object);
    if (!FORMS.has(value('RETURN_TYPE'))) return true;
    if (readKey(EIN, value('EIN')) === undefined) return false;
    this.#wanted.add(object);
    this.#batches.add(value('XML_BATCH_ID'));
    return true;
  }

  wants(name: string): boolean | undefined {
    const object = /(\d{18})_public\.xml$/.exec(name)?.[1];
    if (object === undefined || !this.#known.has(object)) return undefined;
    return this.#wanted.has(object);
  }

  get size(): number {
    return this.#wanted.size;
  }

  archives(): readonly string[] {
    return [...this.#batches]
      .filter((batch) => /^\d{4}_\w+$/.test(batch))
      .sort()
      .map((batch) => `${RETURNS_URL}${batch.slice(0, 4)}/${batch}.zip`);
  }
}
