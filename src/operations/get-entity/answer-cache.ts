import { VersionedCache } from '../../collections/versioned-cache.js';
import type { Catalog, Links } from '../../store/store.js';
import type { Answer } from '../support/declare.js';

interface KeptAnswer {
  readonly number: number;
  readonly answer: Answer;
}

/** The text of an answer contains its document again, and a few hundred more characters. */
const sizeOf = ({ answer: { data } }: KeptAnswer) => ('json' in data ? 2 * data.json.length : 0) + 500;

/**
 * Answers that are the stored text of a record, with the text that is sent: one cache, emptied by any change of the
 * catalog or of links. An answer that takes more from other records is made again each time.
 */
export class AnswerCache {
  readonly #catalog: Pick<Catalog, 'version'>;
  readonly #links: Pick<Links, 'version'>;
  readonly #answers: VersionedCache<string, KeptAnswer>;
  #catalogVersion: number | undefined;
  #linksVersion: number | undefined;
  #version = 0;

  constructor(catalog: Pick<Catalog, 'version'>, links: Pick<Links, 'version'>, kib: number) {
    this.#catalog = catalog;
    this.#links = links;
    this.#answers = new VersionedCache({ size: sizeOf, mark: ({ number }) => number }, kib);
  }

  /** Grows with each change of the data; undefined if changes are not watched. Ask before the data is read. */
  version(): number | undefined {
    const [catalog, links] = [this.#catalog.version(), this.#links.version()];
    if (catalog === undefined || links === undefined) return undefined;
    if (catalog !== this.#catalogVersion || links !== this.#linksVersion) {
      this.#catalogVersion = catalog;
      this.#linksVersion = links;
      this.#version += 1;
    }
    return this.#version;
  }

  find(id: string, version: number): Answer | undefined {
    return this.#answers.find(id, version)?.answer;
  }

  /** The answer, which may be kept from now on: not if the data has changed since `version` was asked. */
  offer(id: string, number: number, answer: Answer, version: number): Answer {
    if (!('json' in answer.data) || version !== this.version()) return answer;
    // Spread last: with the spread first each of them would have a hidden class of its own.
    const kept = { kept: {}, ...answer };
    this.#answers.offer(id, { number, answer: kept });
    return kept;
  }
}
