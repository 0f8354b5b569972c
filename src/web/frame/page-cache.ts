import { textOf } from '../../gateway/answer-text.js';
import { encodeOnce, type PackOnce } from '../../http/compress.js';

/** A cached page: rendered once, and compressed once per encoding. */
export interface CachedPage {
  readonly status: number;
  readonly html: PackOnce;
}

interface PageEntry {
  readonly page: Promise<CachedPage>;
  readonly madeAt: number;
}

/** Pages that are the same for all who ask: each is made once in a while, however many ask for it. The newest are kept. */
export class PageCache {
  readonly #pages = new Map<string, PageEntry>();

  constructor(
    private readonly max: number,
    private readonly milliseconds: number,
  ) {}

  /** `at`: milliseconds since 1970. Failures are not kept. */
  get(
    name: string,
    at: number,
    make: () => Promise<{ readonly status: number; readonly html: string }>,
  ): Promise<CachedPage> {
    const known = this.#pages.get(name);
    // The clock may step back.
    if (known && Math.abs(at - known.madeAt) < this.milliseconds) return known.page;
    const page = make().then(({ status, html }) => ({ status, html: encodeOnce(textOf(html)) }));
    this.#keep(name, { page, madeAt: at });
    return page;
  }

  #keep(name: string, entry: PageEntry): void {
    this.#pages.delete(name);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= this.max && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(name, entry);
    entry.page.catch(() => {
      if (this.#pages.get(name) === entry) this.#pages.delete(name);
    });
  }
}
