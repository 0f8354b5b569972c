import type { RecordPage } from '../store/store.js';
import type { Answer } from './declare.js';
import type { Dependencies } from './dependencies.js';
import { collectionName, loadedAmong } from './origin.js';

interface Paged<Document> {
  readonly request: { readonly offset: number; readonly limit: number };
  readonly page: RecordPage;
  readonly toItem: (document: Document) => object;
  /** What the collection is called. */
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
  const searched = await loadedAmong(dependencies, ({ id }) => id === dataset);
  return {
    data: { value: records.map(({ document }) => toItem(JSON.parse(document) as Document)) },
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
