import type { NumberScheme } from '../../../contract/vocabulary.js';
import type { Identifier } from '../../../domain/entity.js';
import { type BodyNumber, numberOf, sameNumber, storedAs } from '../../../domain/numbers.js';
import { type NumberDependencies, NumberedRecords } from '../../identify/records.js';
import type { Subject } from './declare.js';

/** Numbers of the record and of records joined to it by numbers, and those of records that are linked to it. */
export interface SubjectNumbers {
  readonly certain: readonly BodyNumber[];
  readonly linked: readonly BodyNumber[];
}

interface NumberedSubject extends Pick<Subject, 'links' | 'identity'> {
  readonly entity: Pick<Subject['entity'], 'number'>;
  readonly dependencies: NumberDependencies;
}

export async function numbersOf({
  entity,
  links,
  identity = [],
  dependencies,
}: NumberedSubject): Promise<SubjectNumbers> {
  const own = await new NumberedRecords(dependencies).entity(entity.number);
  const certain = [...(own?.numbers ?? []), ...identity.flatMap(({ scheme, value }) => read(scheme, value))];
  const linked = links
    .filter(({ attached }) => attached)
    .flatMap(({ party }) => {
      const [, scheme, value = ''] = /^(uei|ein|cik):(.+)$/.exec(party) ?? [];
      return scheme === undefined ? [] : (numberOf({ scheme: scheme as Identifier['scheme'], value }) ?? []);
    })
    .filter((number) => !certain.some((one) => sameNumber(one, number)));
  return { certain, linked };
}

/** Distinct values of one kind of number, certain and linked. */
export function valuesOf(scheme: NumberScheme, { certain, linked }: SubjectNumbers): readonly string[] {
  const values = [...certain, ...linked].flatMap((number) => (number.scheme === scheme ? number.value : []));
  return [...new Set(values)];
}

function read(scheme: BodyNumber['scheme'], value: string): BodyNumber[] {
  const [stored] = storedAs({ scheme, value });
  const number = stored && numberOf(stored);
  return number ? [number] : [];
}
