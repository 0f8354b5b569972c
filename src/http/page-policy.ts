const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/** Pages load what is our own and nothing else, run no script but ours, and nothing may frame them. */
export const PAGE_POLICY = [
  'Content-Security-Policy',
  POLICY,
  'Referrer-Policy',
  // With `no-referrer` a browser sends `Origin: null` with our own forms.
  'same-origin',
  'X-Robots-Tag',
  'noindex',
];

/**
 * The one page that others may frame: a preview within a list. It has style alone. Its address holds a key, so it is told to
 * nobody.
 */
export const FRAMED_POLICY = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *",
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex',
];
