import type { StaticDocument } from '../contract/service/document.js';
import { errorIndex, errorPages } from './error-page.js';
import { llmsText } from './llms.js';
import type { OpenApiView } from './openapi-view.js';
import { reference } from './reference.js';
import { ICON, ROBOTS } from './small-files.js';
import { STYLE_SHEET } from './style.js';

/** Everything the service says of itself: the OpenAPI document and the pages made from it. */
export function documentsOf(openApi: object): readonly StaticDocument[] {
  const view = openApi as OpenApiView;
  const page = reference(view);
  return [
    { path: '/openapi.json', type: 'application/json; charset=utf-8', body: `${JSON.stringify(openApi)}\n` },
    page,
    { ...page, path: '/' },
    STYLE_SHEET,
    ICON,
    ROBOTS,
    errorIndex(),
    ...errorPages(),
    llmsText(view),
  ];
}
