/** A page that the header leads to. */
export interface NavItem {
  readonly path: string;
  readonly label: string;
}

export const DOCS_ITEM: NavItem = { path: '/docs', label: 'Docs' };
