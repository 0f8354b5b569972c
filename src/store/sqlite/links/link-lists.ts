import type {
  Correction,
  EntityLink,
  KnownKeys,
  LinkChange,
  LinkFilter,
  LinkKey,
  LinkState,
} from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { EvidenceLines } from './evidence-lines.js';
import { keyPages, valuesOf } from './known-keys.js';
import { exportStatements, type LinkStatements, linkMaker } from './statements.js';

const ROWS_PER_PAGE = 2_000;

/** Lists links and the linking queue, for linking, exports and the feed. */
export class LinkLists {
  readonly #sql: LinkStatements;
  readonly #exported;
  readonly #toLink;

  constructor(database: Sqlite, sql: LinkStatements, lines: EvidenceLines) {
    this.#sql = sql;
    this.#exported = exportStatements(database);
    this.#toLink = linkMaker(lines);
  }

  async countLinks(filter: LinkFilter): Promise<number> {
    return this.#exported.count.get(toFilterRow(filter)) ?? 0;
  }

  async linksAfter(after: LinkKey | null, max: number, filter: LinkFilter): Promise<readonly EntityLink[]> {
    const { entity = '', dataset = '', party = '' } = after ?? {};
    const place = { afterEntity: entity, afterDataset: dataset, afterParty: party };
    return this.#exported.after.all({ ...toFilterRow(filter), ...place, max }).map(this.#toLink);
  }

  async claimsOn(dataset: string, party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(this.#toLink)
      .filter((link) => link.dataset === dataset);
  }

  async ofParty(party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(this.#toLink)
      .filter((link) => link.attached);
  }

  async fingerprints(dataset: string, parties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return valuesOf(parties, (party) => this.#sql.fingerprint.get(dataset, party));
  }

  knownParties(dataset: string): KnownKeys {
    const pages = keyPages((after) => this.#sql.knownParties.all(dataset, after, ROWS_PER_PAGE));
    return { count: this.#sql.countParties.get(dataset) ?? 0, pages };
  }

  async relinked(max: number) {
    const noted = this.#sql.relinked.all(max);
    const isFirst = new Map<string, boolean>();
    for (const { entity, is_first } of noted)
      isFirst.set(entity, is_first === 1 && isFirst.get(entity) !== false);
    const entities = [...isFirst].map(([entity, first]) => ({ entity, isFirst: first }));
    return { entities, upTo: noted.at(-1)?.number ?? 0 };
  }

  async forgetRelinked(upTo: number): Promise<void> {
    this.#sql.forgetRelinked.run(upTo);
  }

  /** Links as decided by the model, without corrections and contests; an entity's links are in one page. */
  async *scanClaims(dataset: string): AsyncGenerator<readonly EntityLink[]> {
    for (let after = ''; ; ) {
      const entities = this.#sql.claimed.all(dataset, after, ROWS_PER_PAGE);
      const last = entities.at(-1);
      if (last === undefined) return;
      yield this.#sql.claims.all(dataset, after, last).map(this.#toLink);
      after = last;
    }
  }

  async setState(dataset: string, { run, at, weights }: LinkState): Promise<void> {
    this.#sql.setState.run(dataset, run, at, weights);
  }

  async linkChanges(max: number): Promise<readonly LinkChange[]> {
    return this.#sql.linkChanges.all(max).map(({ before, after, ...change }) => ({
      ...change,
      before: JSON.parse(before) as string[],
      after: JSON.parse(after) as string[],
    }));
  }

  async forgetLinkChanges(upTo: number): Promise<void> {
    this.#sql.forgetLinkChanges.run(upTo);
  }

  async corrections(): Promise<readonly Correction[]> {
    return this.#sql.corrections.all();
  }
}

function toFilterRow({ entity, dataset, attached }: LinkFilter) {
  return { entity, dataset, attached: attached === null ? null : attached ? 1 : 0 } as const;
}
