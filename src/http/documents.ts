import type { StaticDocument } from '../contract/document.js';
import { matchesETag, weakETag } from './etag.js';
import { packOnce, textOf } from './pack.js';
import { READ, type Route } from './routes.js';
import type { Services } from './services.js';

/** Pages load a style sheet of our own and nothing else; nothing may frame them. */
const PAGE_POLICY = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];

/** Serves documents at their paths: no key, no limit, free. Each is compressed once for each coding. */
export function documentRoutes(documents: readonly StaticDocument[], { respond }: Services): Route[] {
  return documents.map(({ path, type, body }) => {
    const etag = weakETag(body);
    const pack = packOnce(textOf(body));
    return {
      methods: READ,
      path,
      operation: 'document',
      answer: async (exchange) => {
        const { headers } = exchange.request;
        if (matchesETag(headers['if-none-match'], etag)) return respond.notModified(exchange, { etag });
        respond.ok(exchange, etag, await pack(headers['accept-encoding']), { type, headers: PAGE_POLICY });
      },
    };
  });
}
