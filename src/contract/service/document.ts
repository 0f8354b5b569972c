/** A page that is the same for everyone; rendered once. */
export interface StaticDocument {
  readonly path: string;
  /** Including the charset. */
  readonly type: string;
  readonly body: string;
  /** Its examples use `EXAMPLE_SERVER`, which is replaced by the address of the request. */
  readonly hasExamples?: true;
  /** The theme that the visitor chose, from the `Cookie` header. */
  readonly themeOf?: (cookie: string | undefined) => string | undefined;
  /** The path changes with the content, so browsers may cache it forever. */
  readonly isImmutable?: true;
}

/**
 * A document that is rendered on first use, so that startup does not wait for it. Cached as bytes, because a
 * string that was concatenated from thousands of parts keeps all of them.
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

/** No real server can have this name (RFC 2606). */
export const EXAMPLE_SERVER = 'https://dossier.example';
