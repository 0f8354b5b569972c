import { ApiError } from '../../contract/errors.js';
import {
  EVIDENCE_FORMAT,
  EvidenceMetaSchema,
  EvidenceSchema,
  type UnsignedEvidence,
} from '../../contract/records/evidence.js';
import type { EntityData } from '../../domain/entity.js';
import { currentRecord, dayOf, listedRecord } from '../../domain/records/current-record.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { EntityLink, Links, PriceItem, StoredEntity } from '../../store/store.js';
import type { Subject } from '../get-entity/enrich/declare.js';
import { searchExclusions } from '../get-entity/enrich/exclusions.js';
import { explainLink } from '../get-entity/explain.js';
import { EntityParams, entityFinder, readEntityId } from '../get-entity/find-entity.js';
import { wholeRecord } from '../get-entity/present.js';
import { identityOf } from '../identify/chain.js';
import { choice, defineQuery, quoted } from '../query/query.js';
import { defineOperation } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf } from '../support/origin.js';
import { LinkedItems, originsOf, type Place } from './origins.js';
import { describeRun } from './runs.js';

const PRICE: readonly PriceItem[] = [{ item: 'evidence', credits: 2 }];

const WITH_EXCLUSIONS: readonly PriceItem[] = [...PRICE, { item: 'exclusions', credits: 1 }];

const EvidenceQuery = defineQuery({
  include: choice('`exclusions`: also what each exclusion list says of the record, +1 credit.', [
    'exclusions',
  ]),
});

export function getEvidence(dependencies: Dependencies) {
  const findEntity = entityFinder(dependencies);
  return defineOperation({
    id: 'getEvidence',
    method: 'GET',
    path: '/api/v1/entity/:id/evidence',
    summary: 'Get signed evidence for an entity',
    description:
      'Returns all evidence for a record: who asserts each field, under which licence, in which file of which load, and how records of data sets were linked to it. Signed with the installation’s Ed25519 key over the canonical form of RFC 8785; `dossier evidence verify` verifies it without the service. Only available for loaded records. Costs 2 credits, with `include=exclusions` 3.',
    scope: 'read',
    example: { params: { id: 'CO:20221555001' } },
    params: EntityParams,
    query: EvidenceQuery.schema,
    data: EvidenceSchema,
    meta: EvidenceMetaSchema,
    parse: ({ params, query }) => ({ id: readEntityId(params.id), ...EvidenceQuery.read(query) }),
    price: ({ include }) => (include === null ? PRICE : WITH_EXCLUSIONS),
    run: async ({ id, include }, { at }) => {
      const entity = await findEntity(id);
      if (!entity) throw new ApiError('not_found', `No loaded source contains ${quoted(id)}.`);
      return {
        data: { json: dependencies.sign(await evidenceOf(entity, at, dependencies, include !== null)) },
        meta: {
          source: agencyOf(entity.sourceId, dependencies.sources),
          dataset: dependencies.sources.get(entity.sourceId)?.title,
          sample: dependencies.sample || undefined,
        },
      };
    },
  });
}

async function evidenceOf(
  entity: StoredEntity,
  at: number,
  dependencies: Dependencies,
  withExclusions: boolean,
): Promise<UnsignedEvidence> {
  const links = await dependencies.links.ofEntity(entity.id);
  const current = listedRecord(currentRecord(entity, at), dependencies.sources.get(entity.sourceId));
  const data = JSON.parse(current.document) as EntityData;
  const identity = withExclusions ? await identityOf(entity.number, dependencies) : undefined;
  const subject = { entity, data, links, identity, dependencies, offset: 0, at: null, today: dayOf(at) };
  const linked = new LinkedItems();
  const { record, absent } = await wholeRecord(subject, linked.note);
  const { origins, places } = await originsOf(subject, linked);
  return {
    format: EVIDENCE_FORMAT,
    id: entity.id,
    issuedAt: isoInstant(at),
    sample: dependencies.sample,
    goneSince: entity.goneSince === null ? null : isoInstant(entity.goneSince),
    record,
    absent,
    assertions: assertionsOf(record, (item) => places.get(linked.recordOf(item))),
    origins,
    links: await judgedLinks(links.filter(isAsserting(origins)), dependencies.links),
    ...(withExclusions && { exclusions: await searchedLists(subject) }),
  };
}

/** The result of each list, with the files that were searched. */
async function searchedLists(subject: Subject): Promise<UnsignedEvidence['exclusions']> {
  const { catalog } = subject.dependencies;
  const found = await searchExclusions(subject);
  const lists = found.map(async ({ items: _items, ...list }) => {
    const state = await catalog.datasets.state(list.dataset);
    return { ...list, run: await describeRun(state?.run ?? null, null, catalog) };
  });
  return { lists: await Promise.all(lists), items: found.flatMap(({ items }) => items) };
}

/** Links whose data sets assert a part of the record. Other links are sold by `include`. */
function isAsserting(origins: UnsignedEvidence['origins']) {
  return ({ attached, dataset, party }: EntityLink) =>
    attached && origins.some(({ source, parties }) => source === dataset && parties.includes(party));
}

async function judgedLinks(found: readonly EntityLink[], links: Pick<Links, 'state'>) {
  const ids = [...new Set(found.map(({ dataset }) => dataset))];
  const states = new Map(await Promise.all(ids.map(async (id) => [id, await links.state(id)] as const)));
  return found.map((link) => {
    const state = states.get(link.dataset);
    return {
      ...explainLink(link),
      judgedAt: state ? isoInstant(state.at) : null,
      weights: state?.weights ?? null,
    };
  });
}

/** The place of the record itself. */
const OWN: Place = { origin: 0, record: 0 };

/** Who asserts each field of the record; of lists each item. `placeOf`: of an item that a linked record names. */
function assertionsOf(
  record: EntityData,
  placeOf: (item: object) => Place | undefined,
): UnsignedEvidence['assertions'] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (!Array.isArray(value)) return [{ pointer: `/${field}`, ...OWN }];
    return value.map((item: object, at) => ({ pointer: `/${field}/${at}`, ...(placeOf(item) ?? OWN) }));
  });
}
