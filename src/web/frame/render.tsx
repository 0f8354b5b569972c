import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The text of a whole page. Everything that is no element is escaped. */
export function renderPage(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}
