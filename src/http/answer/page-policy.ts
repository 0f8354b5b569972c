/** Pages load a style sheet and an icon of our own and nothing else; nothing may frame them. */
export const PAGE_POLICY = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];
