/** A page that is the same for everybody: rendered once. */
export interface StaticDocument {
  readonly path: string;
  /** With its charset. */
  readonly type: string;
  readonly body: string;
  /** Its examples are addressed to `EXAMPLE_SERVER`; each reader gets them addressed to the server that was asked. */
  readonly hasExamples?: true;
  /** The colours that a reader chose for pages, from the header `Cookie`; a plain word. */
  readonly themeOf?: (cookie: string | undefined) => string | undefined;
  /** Its path changes with its content: a browser may keep it for good. */
  readonly isImmutable?: true;
}

/**
 * A document whose text is made when it is first asked for: a start waits for none of them. It is kept as bytes: a text that was
 * joined from thousands of pieces keeps all of them.
 */
export function deferred(document: Omit<StaticDocument, 'body'>, make: () => string): StaticDocument {
  let bytes: Buffer | undefined;
  return {
    ...document,
    get body() {
      bytes ??= Buffer.from(make());
      return bytes.toString();
    },
  };
}

/** No real server can be called so (RFC 2606). */
export const EXAMPLE_SERVER = 'https://dossier.example';
