import type { EntityItem } from '../../../contract/entity-search.js';
import { entityPath } from '../../parts/links.js';
import { stateName } from '../../parts/states.js';
import { isNotable, Status } from '../../parts/status.js';
import { RECORD_CLASS_WORDS } from '../../parts/words.js';

/** One record found: what it is, where, and why it was found. */
export function Result({ item }: { readonly item: EntityItem }) {
  const { id, name, state, type, status, formedDate, registeredAgent, principalAddress, recordClass } = item;
  const kind = recordClass === 'registry_entity' ? (type ?? 'Company') : RECORD_CLASS_WORDS[recordClass];
  const facts = [
    item.subjectType === 'person' ? `${kind}, a person` : kind,
    state === null ? null : stateName(state),
    formedDate === null ? null : `formed ${formedDate}`,
  ].filter((fact) => fact !== null);
  const why = whyFound(item);
  return (
    <li>
      <h2>
        <a href={entityPath(id)}>{name}</a>{' '}
        {status !== null && isNotable(status) && <Status status={status} />}
      </h2>
      <p>{facts.join(' · ')}</p>
      {principalAddress !== null && <p class="quiet">{principalAddress}</p>}
      {registeredAgent && registeredAgent.name !== name && (
        <p class="quiet">
          {`${registeredAgent.role === 'service_of_process' ? 'Papers go to' : 'Agent'}: ${registeredAgent.name}`}
        </p>
      )}
      {why !== undefined && (
        <p>
          {why.text} <mark>{why.value}</mark>
        </p>
      )}
    </li>
  );
}

/** The reason, if the name itself does not tell it. */
function whyFound({ name, match: { field, value, kind } }: EntityItem) {
  const is = WHY[field];
  if (field !== 'name') return { text: `${is ?? field}${kind === 'typo' ? ', spelt alike' : ''}:`, value };
  if (kind === 'typo') return { text: 'Spelt alike:', value };
  return value === name ? undefined : { text: 'Name on record:', value };
}

const WHY: Readonly<Record<string, string>> = {
  agent: 'Agent',
  officer: 'Officer',
  filing_number: 'Number',
  other_name: 'Also known as',
  former_name: 'Former name',
  sort_name: 'Second line of the name',
};
