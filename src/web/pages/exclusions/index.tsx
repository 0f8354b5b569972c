import type { SearchedList } from '../../../contract/records/entity.js';
import { entityPath } from '../../parts/links.js';
import { type Column, Table } from '../../parts/table.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';
import { type EntityShown, Provenance, SourceList } from '../entity/provenance.js';

type Entry = NonNullable<EntityShown['entity']['exclusions']>['items'][number];

/** What each list of excluded, sanctioned or failed bodies says of a record. */
export const exclusionsPage = definePage({
  path: '/entity/:id/exclusions',
  name: 'entity.exclusions',
  access: 'reader',
  show: async (visit) => {
    const shown = await loadEntity(visit, 'exclusions');
    const { entity } = shown;
    return {
      title: `${entity.name}: lists searched`,
      current: '/search',
      body: (
        <>
          <h1>{`Lists searched for ${entity.name}`}</h1>
          <p class="actions">
            <a href={entityPath(entity.id)}>Full record</a>
          </p>
          <Lists shown={shown} />
        </>
      ),
    };
  },
});

function Lists({ shown }: { readonly shown: EntityShown }) {
  const { entity, meta } = shown;
  const provenance = new Provenance(shown);
  const lists = meta.enrichment?.exclusions?.lists ?? [];
  const { items = [], totalCount = 0 } = entity.exclusions ?? {};
  for (const { dataset, outcome } of lists) if (outcome !== 'not_loaded') provenance.numberOf(dataset);
  return (
    <>
      <Table caption="Result of each list" columns={LIST_COLUMNS} rows={lists} />
      {items.length > 0 && (
        <Table
          caption={`Entries with a number of this record: ${items.length} of ${totalCount}`}
          columns={ENTRY_COLUMNS}
          rows={items}
        />
      )}
      {lists.some(({ possible }) => possible.length > 0) && (
        <Table
          caption="Entries that may be this record"
          columns={POSSIBLE_COLUMNS}
          rows={lists.flatMap(({ title, possible }) => possible.map((entry) => ({ ...entry, title })))}
        />
      )}
      <p class="quiet">
        Entries are found by exact numbers. An entry of the same name alone may be of somebody else. A record
        that is not on a list can still be affected by it: sanctions also cover what a listed party owns by
        half or more.
      </p>
      <SourceList provenance={provenance} meta={meta} />
    </>
  );
}

const LIST_COLUMNS: readonly Column<SearchedList>[] = [
  { head: 'List', kind: 'name', cell: ({ title }) => title },
  { head: 'Result', cell: ({ statement }) => statement },
  { head: 'Loaded', kind: 'date', cell: ({ loadedAt }) => loadedAt?.slice(0, 10) ?? 'not loaded' },
];

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { head: 'Name in the list', kind: 'name', cell: ({ name }) => name },
  { head: 'Kind', cell: ({ list }) => list },
  { head: 'By', kind: 'short', cell: ({ scheme, number }) => `${scheme.toUpperCase()} ${number}` },
  { head: 'Agency', cell: ({ agency }) => agency ?? 'not given' },
  { head: 'Start', kind: 'date', cell: ({ startDate }) => startDate ?? 'not given' },
  { head: 'End', kind: 'date', cell: ({ endDate }) => endDate ?? 'none' },
  { head: 'Result', cell: ({ statement }) => statement },
];

const POSSIBLE_COLUMNS: readonly Column<SearchedList['possible'][number] & { readonly title: string }>[] = [
  { head: 'Name in the list', kind: 'name', cell: ({ name }) => name },
  { head: 'List', cell: ({ title }) => title },
  { head: 'Place', cell: ({ place }) => place ?? 'not given' },
  { head: 'Why', cell: ({ why }) => why },
];
