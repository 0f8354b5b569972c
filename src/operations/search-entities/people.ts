import type { FoundPerson } from '../../contract/entity-search.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import type { EntityData } from '../../domain/entity.js';
import { distinctOfficers } from '../../domain/people/officers.js';
import { parseQuery } from '../../search/index.js';
import type { FoundEntity } from '../../store/store.js';
import { matchingText } from '../support/matching-text.js';
import { TIERS } from './query.js';

/** A name and a role of the record that it stands in. */
type Named = { readonly name: string; readonly role: FoundPerson['roles'][number] };

/**
 * Returns the officers and the agent of a record whose names match the text, each name once with all its roles. `officers`: those that linked
 * records name as well; default: those of the record.
 */
export function peopleNamed(
  { text, isLastPartial = false }: { readonly text: string; readonly isLastPartial?: boolean },
  { document }: Pick<FoundEntity, 'document'>,
  officers?: EntityData['officers'],
): FoundPerson[] {
  const data = JSON.parse(document) as EntityData;
  const parsed = { ...parseQuery(text), isLastPartial };
  const found = new Map<string, Named[]>();
  for (const named of namesIn(data, officers ?? distinctOfficers(data.officers))) {
    const key = comparedText(named.name);
    const own = found.get(key);
    if (own) own.push(named);
    else if (TIERS.person.some((tier) => matchingText(tier, parsed, () => [named.name]))) {
      found.set(key, [named]);
    }
  }
  return [...found.values()].map((own) => ({
    name: own[0]?.name ?? '',
    roles: own.map(({ role }) => role),
  }));
}

function namesIn({ registeredAgent }: EntityData, officers: EntityData['officers']): Named[] {
  const named = officers.map(({ name, title }): Named => ({ name, role: { role: 'officer', title } }));
  if (registeredAgent === undefined) return named;
  const { name, role = 'registered_agent' } = registeredAgent;
  return [...named, { name, role: { role, title: null } }];
}
