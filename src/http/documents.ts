import type { IncomingMessage } from 'node:http';
import { EXAMPLE_SERVER, type StaticDocument } from '../contract/service/document.js';
import { contentTag, textOf } from '../gateway/answer-text.js';
import { type EncodedBody, encodeOnce } from './compress.js';
import { PAGE_POLICY } from './page-policy.js';
import { matchesETag } from './request-headers.js';
import { READ, type Route } from './route.js';
import { serverOf } from './server-address.js';
import type { Services } from './services.js';

/** Serves documents at their paths: no key, no limit, free. Each is compressed once per encoding. */
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

/** A document as sent to clients of one address. */
export interface Edition {
  readonly etag: string;
  readonly pack: (acceptEncoding: string | undefined) => Promise<EncodedBody>;
}

const KEPT = 8;
/** Rendering a variant takes about a millisecond, and no key is needed. */
const MADE_EVERY_MS = 1_000;

/**
 * Variants of a document, one per address and theme. At most one is rendered per second and few are cached;
 * in between, clients get the document for `EXAMPLE_SERVER` in the chosen theme.
 */
export class DocumentCache {
  readonly #document: StaticDocument;
  /** By theme. */
  readonly #general = new Map<string | undefined, Edition>();
  readonly #made = new Map<string, Edition>();
  #nextAt = 0;

  constructor(document: StaticDocument) {
    this.#document = document;
  }

  /** `at`: milliseconds since 1970. */
  for(request: IncomingMessage, at: number): Edition {
    const server = this.#document.hasExamples ? serverOf(request) : undefined;
    const theme = this.#document.themeOf?.(request.headers.cookie);
    if (server === undefined) return this.#forAll(theme);
    const name = `${theme} ${server}`;
    const known = this.#made.get(name);
    if (known) return known;
    if (at < this.#nextAt) return this.#forAll(theme);
    this.#nextAt = at + MADE_EVERY_MS;
    const made = editionOf(textFor(this.#document.body, server, theme));
    const [oldest] = this.#made.keys();
    if (this.#made.size >= KEPT && oldest !== undefined) this.#made.delete(oldest);
    this.#made.set(name, made);
    return made;
  }

  #forAll(theme: string | undefined): Edition {
    const known = this.#general.get(theme);
    if (known) return known;
    const { body } = this.#document;
    const made = editionOf(theme === undefined ? body : textFor(body, EXAMPLE_SERVER, theme));
    this.#general.set(theme, made);
    return made;
  }
}

/** The chosen theme is set on the root element. */
function textFor(body: string, server = EXAMPLE_SERVER, theme?: string): string {
  const addressed = body.replaceAll(EXAMPLE_SERVER, server);
  return theme === undefined ? addressed : addressed.replace('<html ', `<html data-theme="${theme}" `);
}

function editionOf(body: string): Edition {
  return { etag: contentTag(body), pack: encodeOnce(textOf(body)) };
}
