import type { DeltaInput, IndexInput, MainIndex } from '../../search/index.js';
import type { Catalog } from '../../store/store.js';
import { EntityCollector, LISTED } from '../entities/entity-collector.js';
import { listedNames } from '../entities/listed-names.js';
import { pagesOf } from './pages.js';

/** The entities that changed since an index was built. */
export async function entityDelta(
  catalog: Catalog,
  numbers: readonly number[],
  main: MainIndex,
): Promise<DeltaInput> {
  const entities = new EntityCollector(await listedNames(catalog));
  for (const page of pagesOf(numbers)) {
    for (const { number, facets } of await catalog.getFacets(page)) entities.add(number, facets);
  }
  const index = entities.input();
  return { index, touched: new Set(numbers.map(BigInt)), isBefore: orderOf(main, index) };
}

/** As `EntityCollector` ranks them: federal records last, of each the inactive last, of these listed names first, by the bytes of the name, ties by number. */
function orderOf(main: MainIndex, index: IndexInput): DeltaInput['isBefore'] {
  const ownNames = ownNamesOf(index);
  const valuesOf = (facet: string) => index.facets.find(({ name }) => name === facet)?.values;
  const federal = valuesOf('jurisdictionLevel')?.get('federal');
  const inactive = valuesOf('activity')?.get('inactive');
  const listed = valuesOf('listed')?.get(LISTED);
  const classOfMain = (document: number) =>
    classOf(
      main.hasValue('jurisdictionLevel', 'federal', document),
      main.hasValue('activity', 'inactive', document),
      main.hasValue('listed', LISTED, document),
    );
  return (one, other) => {
    const difference =
      classOfMain(one) -
      classOf(federal?.has(other) ?? false, inactive?.has(other) ?? false, listed?.has(other) ?? false);
    if (difference !== 0) return difference < 0;
    const order = Buffer.compare(Buffer.from(main.ownName('name', one) ?? ''), ownNames[other] ?? NO_NAME);
    return order === 0 ? main.keyOf(one) < (index.documentKeys[other] ?? 0n) : order < 0;
  };
}

function classOf(isFederal: boolean, isInactive: boolean, isListed: boolean): number {
  return (isFederal ? 4 : 0) + (isInactive ? 2 : 0) + (isListed ? 0 : 1);
}

const NO_NAME = Buffer.alloc(0);

/** The entries of the names begin with one of each document, in order. */
function ownNamesOf({ lexicons, documentKeys }: IndexInput): Buffer[] {
  const names: Buffer[] = [];
  const entries = lexicons.find(({ name }) => name === 'name')?.entries() ?? [];
  for (const [text] of entries) {
    if (names.length === documentKeys.length) break;
    names.push(Buffer.from(text));
  }
  return names;
}
