import { ApiError } from '../../../contract/errors.js';
import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { OUTCOME_WORDS } from '../../parts/words.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';
import type { EntityShown } from '../entity/provenance.js';
import type { RelatedItem } from '../entity/related.js';
import { columnsOf } from './columns.js';
import { Picture } from './picture.js';

/** As GET /entity/{id} has it. */
const ROWS = 25;

/** Who has the same agent or address, as a picture and as a table with the evidence. */
export const relationsPage = definePage({
  path: '/entity/:id/relations',
  name: 'relations',
  access: 'reader',
  show: async (visit) => {
    const offset = visit.facts.query.get('offset') ?? '0';
    const shown = await loadEntity(visit, 'related', offset);
    const { entity } = shown;
    if (entity.subjectType === 'person') {
      throw new ApiError(
        'not_found',
        'This record is of an individual; individuals are not related to others.',
      );
    }
    const count = entity.related?.totalCount ?? 0;
    return {
      title: `${entity.name}: ${counted(count, 'related entity', 'related entities')}`,
      current: '/search',
      body: (
        <>
          <h1>{`Relations of ${entity.name}`}</h1>
          <p class="actions">
            <a href={entityPath(entity.id)}>Full record</a>
          </p>
          <Relations shown={shown} offset={Number(offset)} />
        </>
      ),
    };
  },
});

interface RelationsProps {
  readonly shown: EntityShown;
  readonly offset: number;
}

function Relations({ shown: { entity, meta }, offset }: RelationsProps) {
  const { related } = entity;
  const { outcome = 'none', excluded = [] } = meta.enrichment?.related ?? {};
  return (
    <>
      {related && related.totalCount > 0 ? (
        <>
          <div class="scroll">
            <Picture name={entity.name} columns={columnsOf(related)} />
          </div>
          <Table caption={captionOf(related)} columns={COLUMNS} rows={related.items} />
          <Pager
            offset={offset}
            limit={ROWS}
            shown={related.items.length}
            total={related.totalCount}
            hasMore={related.items.length > 0 && offset + related.items.length < related.totalCount}
            at={(place) => entityPath(entity.id, `/relations?offset=${place}`)}
          />
        </>
      ) : (
        <p>{`No relations: ${outcome === 'found' ? 'no other record has the same agent or address' : OUTCOME_WORDS[outcome]}.`}</p>
      )}
      {excluded.length > 0 && (
        <section aria-labelledby="excluded-head">
          <h2 id="excluded-head">Too common to be used</h2>
          <ul>
            {excluded.map(({ kind, value, entities }) => (
              <li>{`${value} ${kind === 'registered_agent' ? 'is the agent of' : 'is the address of'} ${number(entities)} entities and is ignored.`}</li>
            ))}
          </ul>
        </section>
      )}
      <p class="quiet">
        Related entities have the same registered agent at the same address, or the same principal address.
        This says nothing about ownership.
      </p>
    </>
  );
}

function captionOf({ items, totalCount }: NonNullable<EntityShown['entity']['related']>): string {
  const all = counted(totalCount, 'relation');
  return items.length === totalCount ? all : `${number(items.length)} of ${all}`;
}

const COLUMNS = [
  { head: 'Entity', cell: ({ id, name }: RelatedItem) => <a href={entityPath(id)}>{name}</a> },
  { head: 'State', cell: ({ state }: RelatedItem) => state ?? 'none' },
  { head: 'Status', cell: ({ status }: RelatedItem) => status ?? 'not given' },
  {
    head: 'Evidence',
    cell: ({ shares }: RelatedItem) => (
      <>
        {shares.map(({ kind, value }) => (
          <div>{`${kind === 'registered_agent' ? 'Agent' : 'Address'}: ${value}`}</div>
        ))}
      </>
    ),
  },
] as const;
