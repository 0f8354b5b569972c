import type { FastifyInstance } from 'fastify';
import type { StaticDocument } from '../contract/document.js';
import { chooseEncoding, compress } from './compress.js';
import { matchesETag, weakETag } from './etag.js';
import { Exchange } from './exchange.js';
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

/** Serves documents at their paths: no key, no limit, free. */
export function mountDocuments(
  app: FastifyInstance,
  documents: readonly StaticDocument[],
  services: Services,
): void {
  for (const document of documents) {
    const etag = weakETag(document.body);
    app.route({
      method: ['GET', 'HEAD'],
      url: document.path,
      handler: (request, reply) => {
        reply.hijack();
        const exchange = new Exchange(request.raw, reply.raw, request.id, services.clock());
        exchange.operation = 'document';
        void serve(document, etag, exchange, services);
      },
    });
  }
}

async function serve(
  { type, body }: StaticDocument,
  etag: string,
  exchange: Exchange,
  { respond }: Services,
): Promise<void> {
  try {
    const { headers } = exchange.request;
    if (matchesETag(headers['if-none-match'], etag)) return respond.notModified(exchange, etag);
    const coding = chooseEncoding(headers['accept-encoding'], body.length);
    const packed = coding === undefined ? body : await compress(body, coding);
    respond.ok(exchange, etag, packed, coding, { type, headers: PAGE_POLICY });
  } catch (error) {
    respond.problem(exchange, error);
  }
}
