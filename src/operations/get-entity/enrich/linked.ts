import {
  type EnrichmentResult,
  type ExplainedLink,
  POSSIBLE_SHOWN,
} from '../../../contract/records/entity.js';
import { shellWord } from '../../../domain/shell-word.js';
import type { EntityLink, PartyRecords } from '../../../store/store.js';
import { MAX_ITEMS, type Outcome, pageOf, type Subject } from './declare.js';

type PossibleLink = NonNullable<EnrichmentResult['possible']>[number];

export interface LinkedRecords extends Outcome {
  /** Filled where the outcome is `found` or `none`. */
  readonly found: PartyRecords;
}

const NOTHING: PartyRecords = { records: [], totalCount: 0 };

/** The records of a data set that the entity's attached links lead to, newest first; two bulk reads. */
export async function linkedRecords(
  subject: Subject,
  dataset: string,
  max: number = subject.offset + MAX_ITEMS,
): Promise<LinkedRecords> {
  const { catalog } = subject.dependencies;
  const loaded = await catalog.datasets.state(dataset);
  if (loaded === undefined) return { outcome: 'not_loaded', asOf: null, found: NOTHING };
  const parties = attachedParties(subject, dataset);
  const asOf = loaded.publishedAt;
  if (parties.length > 0) {
    const found = await catalog.datasets.getPartyRecords(dataset, parties, max);
    return { outcome: found.totalCount > 0 ? 'found' : 'none', asOf, found };
  }
  return { ...(await whyNone(subject, dataset, loaded.run)), asOf, found: NOTHING };
}

export function attachedParties({ links }: Subject, dataset: string): string[] {
  return links.filter((link) => link.dataset === dataset && link.attached).map((link) => link.party);
}

/** Nothing is attached: nothing fits, several fit, what fits is not certain enough, or the links are older than the records. */
export async function whyNone(
  { entity, links, dependencies }: Subject,
  dataset: string,
  run: number,
): Promise<Pick<Outcome, 'outcome' | 'possible'>> {
  const made = await dependencies.links.state(dataset);
  if (made === undefined || made.run < run || seenAt(entity) > made.at) {
    return { outcome: 'not_linked_yet' };
  }
  const isAmbiguous = links.some((link) => link.dataset === dataset && link.outcome === 'ambiguous');
  if (isAmbiguous) return { outcome: 'ambiguous' };
  const possible = links
    .filter((link) => link.dataset === dataset && link.decidedBy !== 'correction')
    .sort((one, other) => other.probability - one.probability)
    .slice(0, POSSIBLE_SHOWN)
    .map(toPossible);
  return possible.length > 0 ? { outcome: 'possible', possible } : { outcome: 'none' };
}

function toPossible({ entity, dataset, party, probability, evidence }: EntityLink): PossibleLink {
  const lines = JSON.parse(evidence) as ExplainedLink['evidence'];
  const against = lines.flatMap(({ field, weight, text }) => (field !== 'base' && weight < 0 ? text : []));
  return {
    dataset,
    key: party,
    name: lines.find(({ field }) => field === 'name')?.ours ?? party,
    probability,
    against: against.length > 0 ? against : [NOT_ENOUGH],
    confirm: `dossier link confirm ${entity} ${dataset} ${shellWord(party)}`,
  };
}

const NOT_ENOUGH = 'Name and place are not enough to rule out another company of this name.';

/** A record is dated by the start of its load, and there to be linked once that has written it: never after its end. */
export function seenAt({ changedAt, appliedAt }: Subject['entity']): number {
  return Math.max(changedAt, appliedAt ?? Number.POSITIVE_INFINITY);
}

/** The page that is asked for. */
export function pageOfDocuments<Document>(linked: LinkedRecords, subject: Subject): Document[] {
  const records = pageOf(linked.found.records, subject);
  return documentsOf({ ...linked, found: { ...linked.found, records } });
}

export function documentsOf<Document>({ found }: LinkedRecords): Document[] {
  return found.records.map((record) => JSON.parse(record.document) as Document);
}
