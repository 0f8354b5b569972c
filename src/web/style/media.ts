/** Print, and forced colors. These rules come last. */
export const MEDIA = `
@media (forced-colors: active) {
  .tag, .chips a, .notice, .suggestions li[aria-selected=true] { border-color: currentColor; }
  .suggestions li[aria-selected=true] { outline: 2px solid Highlight; }
  .top nav a { border-bottom: 0; }
  .top nav [aria-current] { border-bottom: 2px solid; border-bottom-color: Highlight; }
  svg.picture rect, svg.picture circle { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
@media print {
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
