import type { Identifier } from '../../domain/entity.js';
import {
  type BodyNumber,
  type FormedNumber,
  numberOf,
  readNumber,
  sameNumber,
  storedAs,
} from '../../domain/numbers.js';
import type { NumberedRecord } from '../../store/store.js';
import type { Dependencies } from './dependencies.js';

export type NumberDependencies = Pick<Dependencies, 'catalog' | 'links' | 'sources'>;

/** Records that are read for one number. */
const MAX_RECORDS = 50;

/** The entities that state the number, and the parties by which others are linked to records that state it. */
interface NumberHolders {
  readonly entities: readonly string[];
  readonly parties: readonly string[];
}

export async function holdersOf(
  { scheme, value }: FormedNumber,
  { catalog, sources }: NumberDependencies,
): Promise<NumberHolders> {
  if (scheme === 'accession') {
    const rows = await catalog.filings.get([value]);
    return { entities: [], parties: [...new Set(rows.map(({ cik }) => `cik:${cik}`))] };
  }
  const number = scheme === 'zip' ? undefined : readNumber(scheme, value);
  if (number === undefined) return { entities: [], parties: [] };
  const datasets = [...sources.values()].filter(({ kind }) => kind === 'dataset').map(({ id }) => id);
  const stored = storedAs(number);
  const found = await Promise.all(stored.map((one) => catalog.numbers.find(one, datasets, MAX_RECORDS)));
  const records = found.flat();
  return {
    entities: records.flatMap(({ kind, key, entity, identifiers }) =>
      kind === 'entity' && isShown(number, entity, identifiers) ? key : [],
    ),
    parties: [
      ...stored.map((one) => `${one.scheme}:${one.value}`),
      ...records.flatMap(({ kind, identifiers }) =>
        kind === 'entity' ? [] : identifiers.map((one) => `${one.scheme}:${one.value}`),
      ),
    ].filter((party, at, all) => all.indexOf(party) === at),
  };
}

/** A named individual is found by the numbers that its record shows. */
function isShown(
  number: BodyNumber,
  entity: NumberedRecord['entity'],
  identifiers: readonly Identifier[],
): boolean {
  const stated = entity?.subjectType === 'person' ? (entity.identifiers ?? []) : identifiers;
  return stated.some((one) => {
    const known = numberOf(one);
    return known !== undefined && sameNumber(known, number);
  });
}
