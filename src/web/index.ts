import { deferred, type StaticDocument } from '../contract/service/document.js';
import type { Mount } from '../http/server.js';
import { errorIndex, errorPages } from './docs/error-page.js';
import { guidePage } from './docs/guides/guide-page.js';
import { docsHome } from './docs/guides/home.js';
import { readLibrary } from './docs/guides/library.js';
import { llmsFullText, llmsText } from './docs/guides/llms.js';
import { DocsSearch } from './docs/guides/search.js';
import { docsSearchMount } from './docs/guides/search-mount.js';
import type { OpenApiView } from './docs/openapi-view.js';
import { overviewPage, referencePages } from './docs/reference.js';
import { SCRIPT, STYLE_SHEET } from './frame/assets.js';
import { DOCS_ITEM } from './frame/nav.js';
import { PAGES } from './pages/index.js';
import { navOf } from './site/nav.js';

interface Docs {
  readonly documents: readonly StaticDocument[];
  /** Their search. */
  readonly search: Mount;
}

/**
 * All documentation: the OpenAPI document, its pages, and the guides. If web pages are off, the reference is
 * at `/` too.
 */
export function docsOf(
  openApi: () => object,
  operationIds: readonly string[],
  hasPages: boolean,
  securityTxt?: string,
): Docs {
  const document = openApiText(openApi);
  const view = parsedOnce(document);
  const frame = { nav: hasPages ? navOf(PAGES) : [DOCS_ITEM], hasPages };
  const library = readLibrary();
  const documents = [
    document,
    docsHome(library, frame),
    ...referencePages(operationIds, view, frame),
    ...(hasPages ? [] : [overviewPage('/', view, frame)]),
    STYLE_SHEET,
    SCRIPT,
    ICON,
    ROBOTS,
    ...(securityTxt === undefined ? [] : [securityText(securityTxt)]),
    errorIndex(frame),
    ...errorPages(frame),
    ...library.map((guide) => guidePage(guide, library, frame)),
    llmsText(view, library),
    llmsFullText(view, library),
  ];
  return { documents, search: docsSearchMount(new DocsSearch(library, view), frame) };
}

function openApiText(openApi: () => object): StaticDocument {
  const type = 'application/json; charset=utf-8';
  return deferred({ path: '/openapi.json', type }, () => `${JSON.stringify(openApi())}\n`);
}

/** Parsing takes some 10 ms and all pages are made one after the other; the garbage collector may take it afterwards. */
function parsedOnce(document: StaticDocument): () => OpenApiView {
  let parsed: WeakRef<OpenApiView> | undefined;
  return () => {
    const known = parsed?.deref();
    if (known) return known;
    const view = JSON.parse(document.body) as OpenApiView;
    parsed = new WeakRef(view);
    return view;
  };
}

export { feedMount } from './embedded/feed.js';
export { FEEDS, PAGES } from './pages/index.js';
export { siteOf } from './site/site.js';

/** A drawing, which browsers take by its type whatever the name. */
const ICON: StaticDocument = {
  path: '/favicon.ico',
  type: 'image/svg+xml; charset=utf-8',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1a5fb4" d="M4 7a3 3 0 0 1 3-3h6l3 4h9a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3z"/><path stroke="#fff" stroke-width="2" d="M9 15h14M9 20h9"/></svg>
`,
};

/** The API has nothing for crawlers. Each page is `noindex`, which crawlers must be able to read. */
const ROBOTS: StaticDocument = {
  path: '/robots.txt',
  type: 'text/plain; charset=utf-8',
  body: 'User-agent: *\nDisallow: /api/\n',
};

/** The operator's contact for vulnerability reports (RFC 9116). */
function securityText(body: string): StaticDocument {
  return { path: '/.well-known/security.txt', type: 'text/plain; charset=utf-8', body };
}
