import type { Correction, EntityLink, Judgement, LinkState, Links, SharedKey } from '../../store.js';
import { openDatabase, type Sqlite } from '../database.js';
import { LINKS_MIGRATIONS } from './schema.js';
import { statements, toLink } from './statements.js';

export interface SqliteLinks extends Links {
  close(): void;
}

/** Throws `SchemaMismatchError`. */
export function openLinks(options: { path: string; schema: 'migrate' | 'current' }): SqliteLinks {
  const database = openDatabase({
    ...options,
    migrations: LINKS_MIGRATIONS,
    synchronous: 'normal',
    busyTimeoutMs: 30_000,
  });
  return new LinksFile(database);
}

const ROWS_PER_PAGE = 2_000;

class LinksFile implements SqliteLinks {
  readonly #database: Sqlite;
  readonly #sql;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#sql = statements(database);
  }

  close(): void {
    this.#database.close();
  }

  async ofEntity(entity: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofEntity.all(entity, entity).map(toLink);
  }

  async ofParty(party: string): Promise<readonly EntityLink[]> {
    return this.#sql.ofParty
      .all(party, party)
      .map(toLink)
      .filter((link) => link.attached);
  }

  async fingerprints(dataset: string): Promise<ReadonlyMap<string, string>> {
    return new Map(this.#sql.fingerprints.all(dataset));
  }

  async putJudgements(dataset: string, judgements: readonly Judgement[]): Promise<void> {
    this.#inTransaction(() => {
      for (const { party, fingerprint, links } of judgements) {
        this.#sql.dropLinks.run(party, dataset);
        this.#sql.putJudgement.run(dataset, party, fingerprint);
        for (const link of links) {
          this.#sql.putLink.run(
            ...[link.entity, dataset, party, link.outcome, link.tier, link.attached ? 1 : 0],
            ...[link.probability, link.decidedBy, link.rivals, link.samePlace ? 1 : 0, link.evidence],
          );
        }
      }
    });
  }

  async dropParties(dataset: string, parties: readonly string[]): Promise<void> {
    this.#inTransaction(() => {
      for (const party of parties) {
        this.#sql.dropLinks.run(party, dataset);
        this.#sql.dropJudgement.run(dataset, party);
      }
    });
  }

  /** As the model made them, without corrections and contests; an entity's links come in one page. */
  async *scanClaims(dataset: string): AsyncGenerator<readonly EntityLink[]> {
    for (let after = ''; ; ) {
      const entities = this.#sql.claimed.all(dataset, after, ROWS_PER_PAGE);
      const last = entities.at(-1);
      if (last === undefined) return;
      yield this.#sql.claims.all(dataset, after, last).map(toLink);
      after = last;
    }
  }

  async setContested(dataset: string, links: readonly { entity: string; party: string }[]): Promise<void> {
    this.#inTransaction(() => {
      this.#sql.clearContested.run(dataset);
      for (const { entity, party } of links) this.#sql.setContested.run(entity, dataset, party);
    });
  }

  async state(dataset: string): Promise<LinkState | undefined> {
    return this.#sql.state.get(dataset);
  }

  async setState(dataset: string, { run, at, weights }: LinkState): Promise<void> {
    this.#sql.setState.run(dataset, run, at, weights);
  }

  async correct({ entity, dataset, party, verdict, note, at }: Correction): Promise<void> {
    this.#sql.correct.run(entity, dataset, party, verdict, note, at);
  }

  async corrections(): Promise<readonly Correction[]> {
    return this.#sql.corrections.all();
  }

  async putShared(
    entities: readonly { entity: string; hash: string; keys: readonly SharedKey[] }[],
  ): Promise<void> {
    this.#inTransaction(() => {
      for (const { entity, hash, keys } of entities) {
        this.#forgetShared(entity);
        this.#sql.putSharedEntity.run(entity, hash, JSON.stringify(keys));
        for (const { kind, key } of keys) {
          this.#sql.putShared.run(kind, key, entity);
          this.#sql.count.run(kind, key, 1);
        }
      }
    });
  }

  async sharedHashes(): Promise<ReadonlyMap<string, string>> {
    return new Map(this.#sql.sharedHashes.all());
  }

  async dropShared(entities: readonly string[]): Promise<void> {
    this.#inTransaction(() => {
      for (const entity of entities) this.#forgetShared(entity);
    });
  }

  async countSharing({ kind, key }: SharedKey): Promise<number> {
    return this.#sql.countSharing.get(kind, key) ?? 0;
  }

  async sharing({ kind, key }: SharedKey, most: number): Promise<readonly string[]> {
    return this.#sql.sharing.all(kind, key, most);
  }

  #forgetShared(entity: string): void {
    const keys = this.#sql.sharedKeys.get(entity);
    if (keys === undefined) return;
    for (const { kind, key } of JSON.parse(keys) as SharedKey[]) {
      this.#sql.dropShared.run(kind, key, entity);
      this.#sql.count.run(kind, key, -1);
    }
    this.#sql.dropSharedEntity.run(entity);
  }

  #inTransaction(work: () => void): void {
    this.#database.transaction(work).immediate();
  }
}
