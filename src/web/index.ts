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
import { ICON, ROBOTS, securityText } from './small-files.js';

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
  const view = () => JSON.parse(document.body) as OpenApiView;
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

export { feedMount } from './embedded/feed.js';
export { FEEDS, PAGES } from './pages/index.js';
export { siteOf } from './site/site.js';
