import type { Contested, Judgement, Links } from '../../store/store.js';
import { contested } from './contest.js';
import type { LinkedDataset } from './link-datasets.js';

/**
 * Writes what is judged of a data set. Links behind it in the list may rest on these: they are stale before the first
 * is written or dropped, so that a kill at any moment leaves that to the next run.
 */
export class LinkWriter {
  readonly #id: string;
  readonly #links: Links;
  readonly #spoil: () => Promise<void>;
  readonly #contested: Contested;
  #hasSpoilt = false;

  constructor({ id, oneParty }: LinkedDataset, links: Links, spoil: () => Promise<void>) {
    this.#id = id;
    this.#links = links;
    this.#spoil = spoil;
    this.#contested = (claims) => contested(claims, oneParty);
  }

  async put(judgements: readonly Judgement[]): Promise<void> {
    if (judgements.length === 0) return;
    await this.#spoilOnce();
    await this.#links.putJudgements(this.#id, judgements, this.#contested);
  }

  /** Parties that the data set no longer names. */
  async drop(parties: readonly string[]): Promise<void> {
    if (parties.length === 0) return;
    await this.#spoilOnce();
    await this.#links.dropParties(this.#id, parties, this.#contested);
  }

  async #spoilOnce(): Promise<void> {
    if (!this.#hasSpoilt) await this.#spoil();
    this.#hasSpoilt = true;
  }
}
