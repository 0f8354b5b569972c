/** Printed pages. These rules come last. */
export const PRINT = `@media print {
  @page { margin: 1.6cm; }
  body { font-size: 10.5pt; }
  .skip, .top, .to-facets, .bottom form, .contents, .facets, .actions, .pager, .bill, .find, .filters, .unprinted, button { display: none !important; }
  .aside, .layout { display: block; }
  .layout > nav { display: none; }
  a, details > summary { color: inherit; text-decoration: none; }
  thead { display: table-header-group; }
  tr, .results > li, .facts > div { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; background: none; }
  .printed { display: block; border-top: 1px solid; padding-top: .4rem; }
  details > * { display: block; } details::details-content { content-visibility: visible; display: block; }
  main.wide { padding: 0; max-width: none; }
}
`;
