import type { Contested, Judgement, Links } from '../../store/store.js';
import { contested } from './conflicts.js';
import type { LinkedDataset } from './link-datasets.js';

/** Writes the decisions of a data set. */
export class LinkWriter {
  readonly #id: string;
  readonly #links: Links;
  readonly #contested: Contested;

  constructor({ id, oneParty }: LinkedDataset, links: Links) {
    this.#id = id;
    this.#links = links;
    this.#contested = (claims) => contested(claims, oneParty);
  }

  async put(judgements: readonly Judgement[]): Promise<void> {
    if (judgements.length > 0) await this.#links.putJudgements(this.#id, judgements, this.#contested);
  }

  /** Removes parties that the data set no longer contains. */
  async drop(parties: readonly string[]): Promise<void> {
    if (parties.length > 0) await this.#links.dropParties(this.#id, parties, this.#contested);
  }
}
