import { Downloads } from '../../parts/downloads.js';
import { entityPath } from '../../parts/links.js';
import { counted } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { definePage, type Page } from '../../site/page.js';
import { ContractYears } from '../entity/contract-years.js';
import { LISTS, type ListKind } from '../entity/lists.js';
import { loadEntity } from '../entity/load-entity.js';
import { Provenance, SourceList } from '../entity/provenance.js';

/** As GET /entity/{id} has it. */
const ROWS = 25;

/** All records of a kind that are linked to one record, page by page. */
export const listPages: readonly Page[] = (Object.keys(LISTS) as ListKind[]).map((kind) =>
  definePage({
    path: `/entity/:id/${kind}`,
    name: `entity.${kind}`,
    access: 'reader',
    show: async (visit) => {
      const { title, nouns, token, part, of, columns } = LISTS[kind];
      const text = visit.facts.query.get('offset') ?? '0';
      const shown = await loadEntity(visit, token, text);
      const { entity, meta } = shown;
      const provenance = new Provenance(shown);
      provenance.numberOf(provenance.sourceOf(part));
      const { items = [], totalCount = 0 } = of(entity) ?? {};
      const offset = Number(text);
      const count = counted(totalCount, ...nouns);
      return {
        title: `${entity.name}: ${count}`,
        current: '/search',
        body: (
          <>
            <h1>{`${title} of ${entity.name}`}</h1>
            <p class="actions">
              <a href={entityPath(entity.id)}>Full record</a>
            </p>
            {kind === 'contracts' && <ContractYears entity={entity} />}
            {items.length === 0 ? (
              <p>{totalCount === 0 ? 'Nothing is linked to this record.' : 'No more entries.'}</p>
            ) : (
              <Table caption={`${items.length} of ${count}, newest first`} columns={columns} rows={items} />
            )}
            <Pager
              offset={offset}
              limit={ROWS}
              shown={items.length}
              total={totalCount}
              hasMore={offset + items.length < totalCount && items.length > 0}
              at={(place) => entityPath(entity.id, `/${kind}?offset=${place}`)}
            />
            <Downloads
              at={entityPath(entity.id, `/${kind}`)}
              total={totalCount}
              isMetered={visit.isMetered}
            />
            <SourceList provenance={provenance} meta={meta} />
          </>
        ),
      };
    },
  }),
);
