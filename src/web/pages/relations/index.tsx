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
import { columnsOf, type RelationColumn, type RelationColumns } from './columns.js';

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

const WIDTH = 920;
const COLUMN = 300;
const GAP = 10;
const ROW = 26;
const TOP = 110;
const MOST = 10;
/** Characters of a name that fit a column. */
const FITS = 38;

const HEADS = { agent: 'Same agent', both: 'Same agent and address', address: 'Same address' } as const;
const NAMES = ['agent', 'both', 'address'] as const;

/**
 * Up to ten relations per column, below what they share. The table below contains all of them and is the
 * accessible form, so the diagram is hidden from screen readers and the tab order.
 */
function Picture({ name, columns }: { readonly name: string; readonly columns: RelationColumns }) {
  const present = NAMES.filter((column) => columns[column].total > 0);
  const rows = Math.max(...present.map((column) => Math.min(MOST + 1, columns[column].items.length + 1)));
  const height = TOP + rows * ROW + 12;
  const left = (at: number) =>
    (WIDTH - present.length * COLUMN - (present.length - 1) * GAP) / 2 + at * (COLUMN + GAP);
  return (
    <svg
      class="picture relations"
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
    >
      <rect x={WIDTH / 2 - 170} y="6" width="340" height="30" rx="6" class="box" />
      <text x={WIDTH / 2} y="26" text-anchor="middle" font-weight="600">
        {cut(name, 44)}
      </text>
      {present.map((column, at) => (
        <Column name={column} column={columns[column]} x={left(at)} />
      ))}
    </svg>
  );
}

function Column({
  name,
  column: { items, total },
  x,
}: {
  readonly name: (typeof NAMES)[number];
  readonly column: RelationColumn;
  readonly x: number;
}) {
  const shown = items.slice(0, MOST);
  const rest = total - shown.length;
  const last = TOP + (shown.length - 1) * ROW - 4;
  const middle = x + COLUMN / 2;
  return (
    <g>
      <path d={`M ${WIDTH / 2} 36 C ${WIDTH / 2} 58, ${middle} 44, ${middle} 66`} class="axis" fill="none" />
      <text x={middle} y="82" text-anchor="middle" class="quiet">
        {`${HEADS[name]}: ${number(total)}`}
      </text>
      <path d={`M ${x + 6} 92 V ${last}`} class="axis" fill="none" />
      {shown.map(({ id, name: label }, at) => (
        <a href={entityPath(id)} tabIndex={-1}>
          <path d={`M ${x + 6} ${TOP + at * ROW - 4} h 10`} class="axis" fill="none" />
          <text x={x + 22} y={TOP + at * ROW} class="link">
            {cut(label, FITS)}
          </text>
        </a>
      ))}
      {rest > 0 && (
        <text x={x + 22} y={TOP + shown.length * ROW} class="quiet">
          {`and ${number(rest)} more`}
        </text>
      )}
    </g>
  );
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
