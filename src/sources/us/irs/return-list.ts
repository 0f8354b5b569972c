import { readKey } from '../../../domain/key-format.js';
import type { DocumentChoice, DocumentList } from '../../declare/index.js';
import { EIN } from '../keys.js';

export const RETURNS_URL = 'https://apps.irs.gov/pub/epostcard/990/xml/';

/** `index_<year>.csv`. For old years it lacks `XML_BATCH_ID`, and so the zips' names. */
export const RETURN_LIST: DocumentList = {
  columns: ['EIN', 'TAX_PERIOD', 'RETURN_TYPE', 'OBJECT_ID'],
  open: () => new LatestReturns(),
};

interface Latest {
  period: string;
  returns: { readonly object: string; readonly batch: string }[];
}

/** Forms that name officers; the last two stand in lists of old years. */
const FORMS = new Set(['990', '990EZ', '990PF', '990O', '990EO']);

/**
 * The returns of each EIN's latest period: all of them, because the object number does not show which was
 * filed last; the returns do.
 */
class LatestReturns implements DocumentChoice {
  readonly #known = new Set<string>();
  readonly #latest = new Map<string, Latest>();
  #wanted: Set<string> | undefined;

  add(value: (column: string) => string): boolean {
    const object = value('OBJECT_ID');
    const period = value('TAX_PERIOD');
    if (!/^\d{18}$/.test(object) || !/^\d{6}$/.test(period)) return false;
    this.#wanted = undefined;
    this.#known.add(object);
    if (!FORMS.has(value('RETURN_TYPE'))) return true;
    const ein = readKey(EIN, value('EIN'))?.key;
    if (ein === undefined) return false;
    const latest = this.#latest.get(ein);
    const found = { object, batch: value('XML_BATCH_ID') };
    if (latest === undefined || period > latest.period) this.#latest.set(ein, { period, returns: [found] });
    else if (period === latest.period) latest.returns.push(found);
    return true;
  }

  wants(name: string): boolean | undefined {
    const object = /(\d{18})_public\.xml$/.exec(name)?.[1];
    if (object === undefined || !this.#known.has(object)) return undefined;
    return this.#objects().has(object);
  }

  get size(): number {
    return this.#objects().size;
  }

  archives(): readonly string[] {
    const batches = new Set(
      [...this.#latest.values()].flatMap(({ returns }) => returns.map(({ batch }) => batch)),
    );
    return [...batches]
      .filter((batch) => /^\d{4}_\w+$/.test(batch))
      .sort()
      .map((batch) => `${RETURNS_URL}${batch.slice(0, 4)}/${batch}.zip`);
  }

  #objects(): Set<string> {
    this.#wanted ??= new Set(
      [...this.#latest.values()].flatMap(({ returns }) => returns.map(({ object }) => object)),
    );
    return this.#wanted;
  }
}
