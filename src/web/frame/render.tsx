import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Renders a complete page; text is escaped. */
export function renderPage(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}
