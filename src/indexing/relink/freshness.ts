import { WEIGHTS } from '../../resolve/weights/index.js';
import type { Catalog, Links } from '../../store/store.js';
import { LINKED_DATASETS, type LinkedDataset } from './link-datasets.js';

/** When what all links rest on changed last: entities, the bridge, links of a data set before. */
const INPUTS = 'inputs';
/** What entities share was brought up to date. */
const SHARING = 'related';
/** A run came to its end. */
const WHOLE = 'whole';
const BRIDGE = 'bridge';

/**
 * What has to be linked anew. Every mark of staleness is written before what it tells of is taken in, so that a
 * kill at any moment leaves too much to do rather than too little.
 */
export class Freshness {
  readonly #catalog: Catalog;
  readonly #links: Links;

  constructor(catalog: Catalog, links: Links) {
    this.#catalog = catalog;
    this.#links = links;
  }

  /** All links made before this moment are stale. */
  async spoil(at: number): Promise<void> {
    await this.#links.setState(INPUTS, { run: 0, at, weights: '' });
  }

  async isCurrent({ id, weights }: LinkedDataset, run: number): Promise<boolean> {
    const made = await this.#links.state(id);
    if (made?.run !== run || made.weights !== WEIGHTS[weights].version) return false;
    const spoilt = (await this.#links.state(INPUTS))?.at ?? 0;
    return made.at >= spoilt && made.at > (await this.#lastCorrection());
  }

  async isWhole(): Promise<boolean> {
    const whole = await this.#links.state(WHOLE);
    if (whole?.run !== (await this.#catalog.contentVersion())) return false;
    for (const dataset of LINKED_DATASETS) {
      const run = await dataset.run(this.#catalog);
      if (run !== undefined && !(await this.isCurrent(dataset, run))) return false;
    }
    return true;
  }

  async bridgeChanged(run: number): Promise<boolean> {
    return ((await this.#links.state(BRIDGE))?.run ?? 0) !== run;
  }

  /** The content that what entities share was brought up to; undefined where that was begun and not ended. */
  async sharedSince(): Promise<number | undefined> {
    return (await this.#links.state(SHARING))?.run || undefined;
  }

  /** What is shared can be read meanwhile, as it was. */
  async sharingBegins(): Promise<void> {
    const before = await this.#links.state(SHARING);
    if (before !== undefined) await this.#links.setState(SHARING, { ...before, run: 0 });
  }

  async reshared({ version, at }: { version: number; at: number }): Promise<void> {
    await this.#links.setState(SHARING, { run: version, at, weights: '' });
  }

  async whole({ version, at, bridge }: { version: number; at: number; bridge: number }): Promise<void> {
    await this.#links.setState(BRIDGE, { run: bridge, at, weights: '' });
    await this.#links.setState(WHOLE, { run: version, at, weights: '' });
  }

  async #lastCorrection(): Promise<number> {
    const corrections = await this.#links.corrections();
    return corrections.reduce((last, { at }) => Math.max(last, at), 0);
  }
}
