import type { Identifier } from '../../domain/entity.js';
import type { DatasetDraft, Party } from '../../domain/records/dataset.js';
import { type ExclusionDocument, listedNameKeys } from '../../domain/records/exclusion.js';

interface Entry extends Omit<ExclusionDocument, 'name' | 'otherNames'> {
  readonly key: string;
  /** Current name first. */
  readonly names: readonly string[];
  readonly identifiers?: readonly Identifier[];
  /** The publisher cuts names. */
  readonly isCut?: boolean;
}

/** An entry of a list as a record: found by each of its numbers, and by each of its names. */
export function exclusion({ key, names, identifiers = [], isCut, ...entry }: Entry): DatasetDraft {
  const [name = '', ...otherNames] = names;
  const document: ExclusionDocument = { ...entry, name, otherNames };
  const partyNames: Party['names'] = names.map((text, at) => ({
    text,
    kind: at === 0 ? 'current' : 'assumed',
  }));
  const keys = listedNameKeys(names, isCut);
  const [first = key, ...others] = identifiers.length > 0 ? identifiers.map(textOf) : keys;
  return {
    key,
    date: entry.startDate ?? '',
    document,
    parties: [
      { key: first, names: partyNames, identifiers },
      ...others.map((other) => ({ key: other, names: partyNames, identifiers })),
      ...(identifiers.length > 0 ? keys.map((other) => ({ key: other, names: partyNames })) : []),
    ],
  };
}

function textOf({ scheme, value }: Identifier): string {
  return `${scheme}:${value}`;
}
