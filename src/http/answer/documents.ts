import type { StaticDocument } from '../../contract/service/document.js';
import { READ, type Route } from '../route.js';
import type { Services } from '../services.js';
import { DocumentCache } from './document-cache.js';
import { matchesETag } from './etag.js';
import { PAGE_POLICY } from './page-policy.js';

/** Serves documents at their paths: no key, no limit, free. Each is compressed once for each coding. */
export function documentRoutes(documents: readonly StaticDocument[], { respond }: Services): Route[] {
  return documents.map((document) => {
    const { path, type, isImmutable = false } = document;
    const editions = new DocumentCache(document);
    return {
      methods: READ,
      path,
      operation: 'document',
      answer: async (exchange) => {
        const { headers } = exchange.request;
        exchange.isImmutable = isImmutable;
        const { etag, pack } = editions.for(exchange.request, exchange.at);
        if (matchesETag(headers['if-none-match'], etag)) return respond.notModified(exchange, { etag });
        respond.ok(exchange, etag, await pack(headers['accept-encoding']), { type, headers: PAGE_POLICY });
      },
    };
  });
}
