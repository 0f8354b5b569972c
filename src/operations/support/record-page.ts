import type { FoundRecord, RecordPage } from '../../store/store.js';
import type { Answer } from './declare.js';
import type { Dependencies } from './dependencies.js';
import { collectionName, loadedAmong, orWithoutLinks } from './origin.js';

interface Paged<Document> {
  readonly request: { readonly offset: number; readonly limit: number };
  readonly page: RecordPage;
  /** `entities`: the linked entity of each party of the record, null where none is attached. */
  readonly toItem: (document: Document, entities: readonly (string | null)[]) => object;
  /** The name of the collection. */
  readonly source: string;
  /** The data set that holds its records. */
  readonly dataset: string;
  readonly dependencies: Dependencies;
}

/** A page of a data set's records as an answer. */
export async function answerPage<Document>({
  request,
  page,
  toItem,
  source,
  dataset,
  dependencies,
}: Paged<Document>): Promise<Answer> {
  const { records, totalCount } = page;
  const { offset, limit } = request;
  const parties = records.flatMap((record) => record.parties);
  const linked = await orWithoutLinks(() => dependencies.links.entitiesOf(dataset, parties), new Map());
  const entitiesOf = (record: FoundRecord) => record.parties.map((party) => linked.get(party) ?? null);
  const searched = await loadedAmong(dependencies, ({ id }) => id === dataset);
  return {
    data: {
      value: records.map((record) => toItem(JSON.parse(record.document) as Document, entitiesOf(record))),
    },
    meta: {
      totalCount,
      offset,
      limit,
      hasMore: offset + records.length < totalCount,
      source: collectionName(source, searched),
      searched,
      ...(dependencies.sample && { sample: true }),
    },
  };
}
