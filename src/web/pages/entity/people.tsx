import { personPath } from '../../parts/links.js';
import { Table } from '../../parts/table.js';
import { type EntityShown, From, type Provenance } from './provenance.js';

/** Officers and contacts of all sources that are loaded. */
export function People({
  shown: { entity },
  provenance,
}: {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}) {
  const { officers } = entity;
  if (officers.length === 0) return null;
  const numberOf = (source: (typeof officers)[number]['source']) => {
    const own = provenance.own?.id ?? 'own';
    return provenance.numberOf(source === 'state' ? own : provenance.sourceOf(source));
  };
  return (
    <section id="people" aria-labelledby="people-head">
      <h2 id="people-head">People</h2>
      <Table
        caption={`${officers.length} officers and contacts`}
        columns={[
          { head: 'Name', cell: ({ name }) => <a href={personPath(name)}>{name}</a> },
          { head: 'Role', cell: ({ title }) => title ?? 'not given' },
          { head: 'Source', cell: ({ source }) => <From number={numberOf(source)} /> },
        ]}
        rows={officers}
      />
    </section>
  );
}
