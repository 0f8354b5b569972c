import type { DeltaInput, IndexInput, MainIndex } from '../../search/index.js';
import type { Catalog } from '../../store/store.js';
import { EntityCollector } from '../entity-collector.js';
import { pagesOf } from './pages.js';

/** The entities that changed since an index was built. */
export async function entityDelta(
  catalog: Catalog,
  numbers: readonly number[],
  main: MainIndex,
): Promise<DeltaInput> {
  const entities = new EntityCollector();
  for (const page of pagesOf(numbers)) {
    for (const { number, facets } of await catalog.getFacets(page)) entities.add(number, facets);
  }
  const index = entities.input();
  return { index, touched: new Set(numbers.map(BigInt)), isBefore: orderOf(main, index) };
}

/** Federal records last, then by the bytes of the name, ties by number: as `EntityCollector` ranks them. */
function orderOf(main: MainIndex, index: IndexInput): DeltaInput['isBefore'] {
  const ownNames = ownNamesOf(index);
  const federal = index.facets.find(({ name }) => name === 'jurisdictionLevel')?.values.get('federal');
  const firstFederal = main.documentCount - main.countOf('jurisdictionLevel', 'federal');
  return (one, other) => {
    const isFederal = one >= firstFederal;
    if (isFederal !== (federal?.has(other) ?? false)) return !isFederal;
    const order = Buffer.compare(Buffer.from(main.ownName('name', one) ?? ''), ownNames[other] ?? NO_NAME);
    return order === 0 ? main.keyOf(one) < (index.documentKeys[other] ?? 0n) : order < 0;
  };
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
