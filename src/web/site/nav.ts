import { DOCS_ITEM, type NavItem } from '../frame/nav.js';
import type { Page } from './page.js';

/** The items of the header, in the order of the pages. */
export function navOf(pages: readonly Page[]): readonly NavItem[] {
  return [...pages.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, label: nav }])), DOCS_ITEM];
}
