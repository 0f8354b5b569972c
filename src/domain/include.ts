import { INCLUDE_TOKENS, type IncludeToken } from '../contract/records/enrichment.js';

const NONE: readonly IncludeToken[] = [];

/**
 * The distinct known tokens of `include`, in the contract's order. A comma list that may repeat; case and blanks
 * do not matter; `all` stands for every token; unknown tokens are ignored (and free).
 */
export function parseInclude(values: readonly string[]): readonly IncludeToken[] {
  if (values.length === 0) return NONE;
  const named = new Set(tokensOf(values).map((token) => token.toLowerCase()));
  return named.has('all') ? INCLUDE_TOKENS : INCLUDE_TOKENS.filter((token) => named.has(token));
}

/** The distinct tokens of `include` that are ignored, as they were sent. */
export function unknownIncludes(values: readonly string[]): readonly string[] {
  return [...new Set(tokensOf(values).filter((token) => token !== '' && !KNOWN.has(token.toLowerCase())))];
}

const KNOWN: ReadonlySet<string> = new Set([...INCLUDE_TOKENS, 'all']);

function tokensOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(',')).map((token) => token.trim());
}
