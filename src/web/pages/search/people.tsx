import type { EntityItem, FoundPerson } from '../../../contract/entity-search.js';
import { entityPath } from '../../parts/links.js';
import { stateName } from '../../parts/states.js';
import { Status } from '../../parts/status.js';

const ROLES: Readonly<Record<FoundPerson['roles'][number]['role'], string>> = {
  officer: 'Officer',
  registered_agent: 'Registered agent',
  service_of_process: 'Address for service',
};

/** People of records, one entry for each name in a record. */
export function People({ items, start }: { readonly items: readonly EntityItem[]; readonly start: number }) {
  return (
    <>
      <p>Each entry is a name in one record. The same name in two records may be two people.</p>
      <ol class="results" start={start}>
        {items.flatMap((item) =>
          (item.people ?? []).map((person) => (
            <li>
              <h2>{person.name}</h2>
              <p>
                {`${person.roles.map(({ role, title }) => title ?? ROLES[role]).join(', ')} of `}
                <a href={entityPath(item.id)}>{item.name}</a>
              </p>
              <p class="quiet">
                {item.state === null ? '' : `${stateName(item.state)} `}
                {item.status !== null && <Status status={item.status} />}
              </p>
            </li>
          )),
        )}
      </ol>
    </>
  );
}
