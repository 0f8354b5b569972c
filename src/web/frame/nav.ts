/** A page in the header's navigation. */
export interface NavItem {
  readonly path: string;
  readonly label: string;
}

export const DOCS_ITEM: NavItem = { path: '/docs', label: 'Docs' };
