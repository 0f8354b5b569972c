import type { ComponentChildren } from 'preact';
import { deferred, type StaticDocument } from '../../contract/service/document.js';
import { Frame } from '../frame/frame.js';
import type { NavItem } from '../frame/nav.js';
import { renderPage } from '../frame/render.js';
import { themeOf } from '../site/cookies.js';

/** The frame that all documents have in common. */
export interface DocsFrame {
  readonly nav: readonly NavItem[];
  /** Whether there are pages to search with. */
  readonly hasPages: boolean;
}

/** A page that is the same for every reader. */
export function docsPage(
  path: string,
  title: string | (() => string),
  { nav, hasPages }: DocsFrame,
  content: () => ComponentChildren,
  more: Pick<StaticDocument, 'hasExamples'> = {},
): StaticDocument {
  const page = () => (
    <Frame
      title={typeof title === 'string' ? title : title()}
      nav={nav}
      current="/docs"
      here={path}
      search={hasPages ? '' : undefined}
    >
      {content()}
    </Frame>
  );
  return deferred({ path, type: 'text/html; charset=utf-8', themeOf, ...more }, () => renderPage(page()));
}
