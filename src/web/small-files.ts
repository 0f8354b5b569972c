import type { StaticDocument } from '../contract/service/document.js';

/** A drawing, which browsers take by its type whatever the name. */
export const ICON: StaticDocument = {
  path: '/favicon.ico',
  type: 'image/svg+xml; charset=utf-8',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1a5fb4" d="M4 7a3 3 0 0 1 3-3h6l3 4h9a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z"/><path stroke="#fff" stroke-width="2" d="M9 15h14M9 20h9"/></svg>
`,
};

/** The API has nothing for crawlers. Each page is `noindex`, which crawlers must be able to read. */
export const ROBOTS: StaticDocument = {
  path: '/robots.txt',
  type: 'text/plain; charset=utf-8',
  body: 'User-agent: *\nDisallow: /api/\n',
};

/** The operator's contact for vulnerability reports (RFC 9116). */
export function securityText(body: string): StaticDocument {
  return { path: '/.well-known/security.txt', type: 'text/plain; charset=utf-8', body };
}
