import { OFFICER_DATASETS } from '../../../domain/people/officers.js';
import type { Contested, Correction, Judgement, LinkState, Settled } from '../../store.js';
import type { CandidatesFile } from './candidates.js';
import type { EvidenceLines } from './evidence-lines.js';
import { type LinkStatements, linkMaker } from './statements.js';

/** Writes links and corrections, each change in one transaction with its notes for the feed. */
export class LinkWriter {
  readonly #candidates: CandidatesFile;
  readonly #sql: LinkStatements;
  readonly #lines: EvidenceLines;
  readonly #toLink;

  constructor(candidates: CandidatesFile, sql: LinkStatements, lines: EvidenceLines) {
    this.#candidates = candidates;
    this.#sql = sql;
    this.#lines = lines;
    this.#toLink = linkMaker(lines);
  }

  async putJudgements(
    dataset: string,
    judgements: readonly Judgement[],
    contested?: Contested,
  ): Promise<void> {
    const entities = () => this.#entitiesOf(dataset, judgements, []);
    this.#inTransaction(() =>
      this.#reportChanges(dataset, entities, () => this.#put(dataset, judgements, contested)),
    );
  }

  async dropParties(dataset: string, parties: readonly string[], contested?: Contested): Promise<void> {
    const entities = () => this.#entitiesOf(dataset, [], parties);
    this.#inTransaction(() =>
      this.#reportChanges(dataset, entities, () => this.#drop(dataset, parties, contested)),
    );
  }

  async settle({ dataset, judgements, gone, settled, contested, also }: Settled): Promise<void> {
    this.#inTransaction(() => {
      const moved = new Set([...gone, ...settled]);
      const entities = this.#entitiesOf(dataset, judgements, gone);
      for (const entity of entities) {
        for (const { party } of this.#sql.claimsOn.all(dataset, entity)) moved.add(party);
      }
      this.#reportChanges(
        dataset,
        () => entities,
        () => {
          this.#put(dataset, judgements, contested);
          this.#drop(dataset, gone, contested);
        },
      );
      this.#candidates.settled(dataset, settled);
      also(moved);
    });
  }

  async setMade(dataset: string, state: LinkState): Promise<void> {
    this.#inTransaction(() => {
      if (!this.#isMade(dataset)) this.#sql.putLinkChange.run(null, dataset, '[]', '[]');
      this.#sql.setState.run(dataset, state.run, state.at, state.weights);
    });
  }

  async correct({ entity, dataset, party, verdict, note, at }: Correction): Promise<void> {
    this.#inTransaction(() => {
      const before = this.#attached(dataset, entity);
      this.#sql.correct.run(entity, dataset, party, verdict, note, at);
      this.#reportChange(dataset, entity, before);
      this.#candidates.wait(dataset, party);
      this.#noteRelinked(dataset, [entity]);
    });
  }

  async uncorrect({
    entity,
    dataset,
    party,
  }: Pick<Correction, 'entity' | 'dataset' | 'party'>): Promise<boolean> {
    let isUndone = false;
    this.#inTransaction(() => {
      const before = this.#attached(dataset, entity);
      isUndone = this.#sql.uncorrect.run(entity, dataset, party).changes > 0;
      this.#reportChange(dataset, entity, before);
      if (isUndone) this.#noteRelinked(dataset, [entity]);
    });
    return isUndone;
  }

  /** All entities whose links may change with the decisions, or with the removal of the parties. */
  #entitiesOf(
    dataset: string,
    judgements: readonly Judgement[],
    gone: readonly string[],
  ): ReadonlySet<string> {
    const entities = new Set(judgements.flatMap(({ links }) => links.map(({ entity }) => entity)));
    for (const party of [...judgements.map((judgement) => judgement.party), ...gone]) {
      for (const entity of this.#sql.claimedBy.all(party, dataset)) entities.add(entity);
    }
    return entities;
  }

  /** Notes for the feed which shown links `work` changes; nothing during the first linking of the data set. */
  #reportChanges(dataset: string, entities: () => ReadonlySet<string>, work: () => void): void {
    if (!this.#isMade(dataset)) {
      work();
      return;
    }
    const before = [...entities()].map((entity) => [entity, this.#attached(dataset, entity)] as const);
    work();
    for (const [entity, parties] of before) this.#reportChange(dataset, entity, parties);
  }

  #reportChange(dataset: string, entity: string, before: readonly string[]): void {
    const [was, is] = [JSON.stringify(before), JSON.stringify(this.#attached(dataset, entity))];
    if (was !== is) this.#sql.putLinkChange.run(entity, dataset, was, is);
  }

  /** Parties that are shown with the entity. */
  #attached(dataset: string, entity: string): readonly string[] {
    const links = this.#sql.attachable.all(entity, dataset, entity, dataset).map(this.#toLink);
    return links.filter(({ attached }) => attached).map(({ party }) => party);
  }

  #isMade(dataset: string): boolean {
    return this.#sql.isMade.get(dataset) !== undefined;
  }

  #put(dataset: string, judgements: readonly Judgement[], contested?: Contested): void {
    const touched = new Set<string>();
    for (const { party, fingerprint, links } of judgements) {
      for (const entity of this.#sql.dropLinks.all(party, dataset)) touched.add(entity);
      this.#sql.putJudgement.run(dataset, party, fingerprint);
      for (const link of links) {
        touched.add(link.entity);
        this.#sql.putLink.run(
          ...[link.entity, dataset, party, link.outcome, link.tier, link.attached ? 1 : 0],
          ...[
            link.probability,
            link.decidedBy,
            link.rivals,
            link.samePlace ? 1 : 0,
            this.#lines.packed(link.evidence),
          ],
        );
      }
    }
    if (contested) this.#contest(dataset, touched, contested);
    this.#noteRelinked(dataset, touched);
  }

  #drop(dataset: string, parties: readonly string[], contested?: Contested): void {
    const touched = new Set<string>();
    for (const party of parties) {
      for (const entity of this.#sql.dropLinks.all(party, dataset)) touched.add(entity);
      this.#sql.dropJudgement.run(dataset, party);
    }
    if (contested) this.#contest(dataset, touched, contested);
    this.#noteRelinked(dataset, touched);
  }

  #contest(dataset: string, entities: Iterable<string>, contested: Contested): void {
    for (const entity of entities) {
      const claims = this.#sql.claimsOn.all(dataset, entity).map(this.#toLink);
      const parties = contested(claims).map(({ party }) => party);
      this.#sql.setContested.run({ dataset, entity, parties: JSON.stringify(parties) });
    }
  }

  #noteRelinked(dataset: string, entities: Iterable<string>): void {
    if (!OFFICER_DATASETS.includes(dataset)) return;
    const isFirst = this.#isMade(dataset) ? 0 : 1;
    for (const entity of entities) this.#sql.putRelinked.run(entity, isFirst);
  }

  #inTransaction(work: () => void): void {
    this.#candidates.together(work);
  }
}
