import type { RecordPage } from '../store/store.js';
import type { Answer } from './declare.js';

interface Paged<Document> {
  readonly request: { readonly offset: number; readonly limit: number };
  readonly page: RecordPage;
  readonly toItem: (document: Document) => object;
  readonly source: string;
  readonly sample: boolean;
}

/** A page of a data set's records as an answer. */
export function answerPage<Document>({ request, page, toItem, source, sample }: Paged<Document>): Answer {
  const { records, totalCount } = page;
  const { offset, limit } = request;
  return {
    data: { value: records.map(({ document }) => toItem(JSON.parse(document) as Document)) },
    meta: {
      totalCount,
      offset,
      limit,
      hasMore: offset + records.length < totalCount,
      source,
      ...(sample && { sample }),
    },
  };
}
