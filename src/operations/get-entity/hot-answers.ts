import type { Links, StoredEntity } from '../../store/store.js';
import type { Answer } from '../declare.js';

interface KeptAnswer {
  readonly answer: Answer;
  /** Version of the links that it was made with. */
  readonly version: number;
}

/**
 * Answers that are the stored text of a record, for as long as the catalog keeps that record and no link changes. An answer that
 * takes more than that from other records is made anew each time.
 *
 * Three caches stand behind each other, each emptied by a version: the record (`HotRecords`, the file's version), its answer (here,
 * the version of the links) and the answer's text (`writer`, with the answer). `docs/domain/performance.md` has the figure of each;
 * `npm run bench -- --only lookup` measures them, its hot keys against its uniform ones.
 */
export class HotAnswers {
  readonly #links: Pick<Links, 'version'>;
  readonly #made = new WeakMap<StoredEntity, KeptAnswer>();

  constructor(links: Pick<Links, 'version'>) {
    this.#links = links;
  }

  /** At once where it is made already. */
  get(entity: StoredEntity, make: () => Promise<Answer>): Answer | Promise<Answer> {
    const version = this.#links.version();
    const made = this.#made.get(entity);
    return made && made.version === version ? made.answer : this.#keep(entity, version, make);
  }

  async #keep(
    entity: StoredEntity,
    version: number | undefined,
    make: () => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await make();
    if (version === undefined || !('json' in answer.data)) return answer;
    // Spread last: with the spread first each of them would have a hidden class of its own.
    const kept = { isKept: true, ...answer };
    this.#made.set(entity, { answer: kept, version });
    return kept;
  }
}
