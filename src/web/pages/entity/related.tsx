import { entityPath } from '../../parts/links.js';
import { counted } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import type { EntityShown } from './provenance.js';

export type RelatedItem = NonNullable<EntityShown['entity']['related']>['items'][number];

/** The number shown on the record's own page. */
const SHOWN = 8;

const RELATED_COLUMNS = [
  { head: 'Entity', cell: ({ id, name }: RelatedItem) => <a href={entityPath(id)}>{name}</a> },
  { head: 'State', cell: ({ state }: RelatedItem) => state ?? 'none' },
  { head: 'Status', cell: ({ status }: RelatedItem) => status ?? 'not given' },
  {
    head: 'Shares',
    kind: 'short' as const,
    cell: ({ shares }: RelatedItem) =>
      shares.map(({ kind }) => (kind === 'registered_agent' ? 'the agent' : 'the address')).join(' and '),
  },
] as const;

/** Others with the same agent or address; a person has none. */
export function Related({ shown: { entity } }: { readonly shown: EntityShown }) {
  const { related, subjectType, id } = entity;
  if (!related || related.totalCount === 0 || subjectType === 'person') return null;
  return (
    <section id="related" aria-labelledby="related-head">
      <h2 id="related-head">Related entities</h2>
      <Table
        caption={`${counted(related.totalCount, 'entity', 'entities')} with the same agent at the same address, or the same principal address`}
        columns={RELATED_COLUMNS}
        rows={related.items.slice(0, SHOWN)}
      />
      <p class="actions">
        <a href={entityPath(id, '/relations')}>
          {related.totalCount > SHOWN ? 'All relations, with a diagram' : 'Diagram of the relations'}
        </a>
      </p>
    </section>
  );
}
