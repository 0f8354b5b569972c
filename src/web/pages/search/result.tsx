import type { EntityItem, EntityMatch } from '../../../contract/entity-search.js';
import { entityPath } from '../../parts/links.js';
import { Marked } from '../../parts/marked.js';
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
  const { match } = item;
  const isName = match?.value === name;
  const others = (item.otherNames ?? []).map((other) => other.name).filter((other) => other !== match?.value);
  return (
    <li>
      <h2>
        <a href={entityPath(id)}>{isName ? <Marked text={name} marks={match.marks} /> : name}</a>{' '}
        {status !== null && isNotable(status) && <Status status={status} />}
      </h2>
      {others.length > 0 && <p>{others.join(' · ')}</p>}
      <p>{facts.join(' · ')}</p>
      {principalAddress !== null && <p class="quiet">{principalAddress}</p>}
      {registeredAgent && registeredAgent.name !== name && (
        <p class="quiet">
          {`${registeredAgent.role === 'service_of_process' ? 'Address for service' : 'Agent'}: ${registeredAgent.name}`}
        </p>
      )}
      {match !== null && !isPlain(name, match) && (
        <p>
          {match.why} {!isName && <Marked text={match.value} marks={match.marks} />}
        </p>
      )}
    </li>
  );
}

/** Whether the name itself shows the reason. */
function isPlain(name: string, { field, value, kind }: EntityMatch): boolean {
  return field === 'name' && value === name && kind !== 'typo';
}
