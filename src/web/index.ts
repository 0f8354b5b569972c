import { deferred, type StaticDocument } from '../contract/service/document.js';
import { SCRIPT, STYLE_SHEET } from './assets.js';
import { errorIndex, errorPages } from './docs/error-page.js';
import { llmsText } from './docs/llms.js';
import type { OpenApiView } from './docs/openapi-view.js';
import { reference } from './docs/reference.js';
import { DOCS_ITEM } from './frame/nav.js';
import { PAGES } from './pages/index.js';
import { navOf } from './site/nav.js';
import { ICON, ROBOTS } from './small-files.js';

/**
 * Everything the service says of itself: the OpenAPI document and the pages made from it. Without pages for readers the
 * reference stands at `/` too.
 */
export function documentsOf(openApi: () => object, hasPages: boolean): readonly StaticDocument[] {
  const document = openApiText(openApi);
  const view = () => JSON.parse(document.body) as OpenApiView;
  const frame = { nav: hasPages ? navOf(PAGES) : [DOCS_ITEM], hasPages };
  return [
    document,
    reference('/docs', view, frame),
    ...(hasPages ? [] : [reference('/', view, frame)]),
    STYLE_SHEET,
    SCRIPT,
    ICON,
    ROBOTS,
    errorIndex(frame),
    ...errorPages(frame),
    llmsText(view),
  ];
}

function openApiText(openApi: () => object): StaticDocument {
  const type = 'application/json; charset=utf-8';
  return deferred({ path: '/openapi.json', type }, () => `${JSON.stringify(openApi())}\n`);
}

export { FEEDS, PAGES } from './pages/index.js';
export { siteOf } from './site/site.js';
