import { WEIGHTS } from '../../matching/weights/index.js';
import type { Catalog, Links } from '../../store/store.js';
import { LINKED_DATASETS, type LinkedDataset } from '../decisions/link-datasets.js';
import { LINKING_VERSION } from '../decisions/link-decision.js';

/** State name: the shared attributes are up to date. */
const SHARING = 'related';
/** State name: a run is complete. */
const WHOLE = 'whole';
/** State name: candidates are stored, with the version of their content. */
const CANDIDATES = 'candidates';
/** No content has this version. */
const BEING_MADE = -1;

/**
 * Tracks which links are stale. Every mark of staleness is written before the change it describes, so a crash leaves too much
 * to do rather than too little.
 */
export class Freshness {
  readonly #catalog: Catalog;
  readonly #links: Links;

  constructor(catalog: Catalog, links: Links) {
    this.#catalog = catalog;
    this.#links = links;
  }

  async isWhole(): Promise<boolean> {
    const whole = await this.#links.state(WHOLE);
    if (whole?.run !== (await this.#catalog.content.version()) || this.#links.candidates.isWaiting())
      return false;
    if ((await this.#links.linkChanges(1)).length > 0) return false;
    return (await this.touched()) !== undefined && (await this.#hasAllRuns());
  }

  /** The records touched since the candidates were stored; `undefined` if there are none, or they are of another content. */
  async touched(): Promise<{ readonly version: number; readonly touched: Touched } | undefined> {
    const stored = await this.#links.state(CANDIDATES);
    if (stored === undefined || stored.run === BEING_MADE || !(await this.#hasWeights())) return undefined;
    const [program, ...run] = stored.weights.split(' ');
    if (program !== LINKING_VERSION || !(await this.#isMadeBy(run.join(' '), stored.run))) return undefined;
    if (stored.run === (await this.#catalog.content.version())) {
      return { version: stored.run, touched: { entities: [], parties: [] } };
    }
    const changes = await this.#catalog.content.changesSince(stored.run);
    const parties = await this.#catalog.content.partiesSince(stored.run);
    if (changes === undefined || parties === undefined) return undefined;
    return { version: changes.version, touched: { entities: changes.entities, parties } };
  }

  async candidatesAreMade(): Promise<void> {
    await this.#links.setState(CANDIDATES, { run: BEING_MADE, at: 0, weights: '' });
  }

  async candidatesHold(version: number, at: number): Promise<void> {
    const weights = `${LINKING_VERSION} ${await this.#makerOf(version)}`;
    await this.#links.setState(CANDIDATES, { run: version, at, weights });
  }

  /**
   * The content version of the shared attributes. `undefined` if the last update did not finish, or the catalog has other
   * content under this version.
   */
  async sharedSince(): Promise<number | undefined> {
    const stored = await this.#links.state(SHARING);
    if (stored === undefined || stored.run === 0) return undefined;
    return (await this.#isMadeBy(stored.weights, stored.run)) ? stored.run : undefined;
  }

  /** Until the update ends, readers see the previous shared attributes. */
  async sharingBegins(): Promise<void> {
    const before = await this.#links.state(SHARING);
    if (before !== undefined) await this.#links.setState(SHARING, { ...before, run: 0 });
  }

  async reshared({ version, at }: { version: number; at: number }): Promise<void> {
    await this.#links.setState(SHARING, { run: version, at, weights: await this.#makerOf(version) });
  }

  async whole({ version, at }: { version: number; at: number }): Promise<void> {
    await this.#links.setState(WHOLE, { run: version, at, weights: '' });
  }

  /** After a power failure, another run may have written content with the same version. */
  async #isMadeBy(run: string, version: number): Promise<boolean> {
    return run === (await this.#makerOf(version));
  }

  /** Empty for content that no run wrote, such as linked officers. */
  async #makerOf(version: number): Promise<string> {
    return (await this.#catalog.content.runOf(version)) ?? '';
  }

  async #hasAllRuns(): Promise<boolean> {
    for (const dataset of LINKED_DATASETS) {
      const run = await dataset.run(this.#catalog);
      if (run !== undefined && (await this.#links.state(dataset.id))?.run !== run) return false;
    }
    return true;
  }

  /** Only data sets that were linked before count. */
  async #hasWeights(): Promise<boolean> {
    const areSame = async ({ id, weights }: LinkedDataset) => {
      const made = await this.#links.state(id);
      return made === undefined || made.weights === WEIGHTS[weights].version;
    };
    const same = await Promise.all(LINKED_DATASETS.map(areSame));
    return same.every((is) => is);
  }
}

/** The records that the catalog has marked as touched since the last run. */
export interface Touched {
  readonly entities: readonly number[];
  readonly parties: readonly { readonly source: string; readonly parties: readonly string[] }[];
}
