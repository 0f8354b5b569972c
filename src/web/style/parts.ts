import { SERIES_LIGHT } from './tokens.js';

/** Parts that several pages are made of. */
export const PARTS = `
.lead { color: var(--quiet); margin-top: 0; }
section { margin: 0 0 1.6rem; }
.facts { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; margin: 0 0 1rem; }
.facts > div { display: contents; }
.facts dt, .facts dd { padding: .34rem 0; border-bottom: 1px solid var(--line); margin: 0; }
.facts dt { color: var(--quiet); padding-right: 1rem; }
.from { font-size: .76em; line-height: 0; vertical-align: .35em; text-decoration: none; padding: 0 .15em; }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .5rem 0 .8rem; }
.chips a, .chip {
  display: inline-block; padding: .1rem .6rem; border: 1px solid var(--edge); border-radius: 99px; color: var(--text);
  text-decoration: none; font-size: .9rem;
}
.chips a:hover { border-color: var(--text); text-decoration: none; }
.tag { display: inline-block; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 4px; font-size: .82rem; color: var(--quiet); max-width: 100%; overflow-wrap: anywhere; }
.tag.warn { color: var(--warn); border-color: var(--warn); } .tag.bad { color: var(--bad); border-color: var(--bad); }
.tag.good { color: var(--good); border-color: var(--good); }
.aside { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); gap: 2.2rem; align-items: start; }
.aside > .facets { grid-column: 1; grid-row: 1; } .facets + *, .found { min-width: 0; }
.to-facets { display: none; }
.facets h3 { margin: 0 0 .25rem; } .facets h3:not(:first-child) { margin-top: 1rem; }
.facets ul { list-style: none; margin: 0; padding: 0; font-size: .92rem; }
.facets li { display: flex; justify-content: space-between; gap: .6rem; padding: .12rem 0; }
.contents { position: sticky; top: 1rem; font-size: .92rem; }
.contents ul { list-style: none; margin: 0; padding: 0; } .contents li { padding: .16rem 0; }
.results { list-style: none; margin: 0; padding: 0; }
.results > li { padding: .7rem 0; border-bottom: 1px solid var(--line); }
.results h3 { margin: 0; font-size: 1.02rem; }
.results h2 { margin: 0; font-size: 1.02rem; }
.results h2 mark { background: none; box-shadow: inset 0 -.32em var(--mark); }
.results p { margin: .1rem 0 0; }
.pager { display: flex; gap: 1.2rem; align-items: baseline; margin: 1rem 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1rem; list-style: none; margin: .6rem 0 1.4rem; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
.cards h3 { margin: 0 0 .2rem; } .cards p { margin: 0; font-size: .93rem; }
.actions { align-items: baseline; display: flex; flex-wrap: wrap; gap: .4rem 1rem; font-size: .92rem; margin: .2rem 0 1rem; }
.sources li { margin-bottom: .35rem; }
.sources :target, :target > td, :target > th { background: var(--mark); }
.problem { max-width: 44rem; }
.problem .status, .status { font-family: var(--mono); font-size: .88rem; color: var(--quiet); margin: 0; }
.form { display: grid; gap: .7rem; max-width: 30rem; }
.form small, .form label { display: block; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: end; margin: .6rem 0 1rem; }
.filters > div { flex: 1 1 9rem; max-width: 14rem; }
.filters select { width: 100%; } .filters input, .filters select, .filters button { height: 2.35rem; }
fieldset { border: 1px solid var(--line); border-radius: 5px; margin: 0; padding: .3rem .7rem .5rem; }
input[type=file] { max-width: 100%; } td fieldset { border: 0; padding: 0; } td > p { margin: 0 0 .2rem; }
.option { display: block; font-weight: 400; }
.inline { display: inline; } .printed { display: none; }
.tree { list-style: none; margin: .3rem 0; padding: 0 0 0 .9rem; border-left: 2px solid var(--line); overflow-wrap: anywhere; }
.tree li { margin: 0 0 .6rem; } .tree .tree { margin-top: .5rem; }
.plain-list { list-style: none; margin: 0; padding: 0; }
textarea { width: 100%; font-family: var(--mono); font-size: .88rem; }
del { color: var(--quiet); } ins { text-decoration: none; }
svg.picture { max-width: 100%; height: auto; display: block; }
svg.picture text { font-size: 12px; fill: var(--text); }
svg.picture .box { fill: var(--raised); stroke: var(--edge); } svg.picture .link { fill: var(--link); }
svg.relations { min-width: 40rem; } .scroll > svg.chart { min-width: 36rem; }
.timeline ol { list-style: none; margin: 0; padding: 0; border-left: 2px solid var(--line); }
.timeline li { display: grid; grid-template-columns: 6rem 7rem 1fr; gap: .2rem 1rem; padding: .3rem 0 .3rem 1rem; align-items: baseline; }
.timeline .tag { justify-self: start; }
main > .find { max-width: 38rem; margin: .8rem 0 1.4rem; }
.chips [aria-current] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); font-weight: 600; }
.facets [aria-current] { font-weight: 700; color: var(--text); }
svg.picture .axis { stroke: var(--line); } svg.picture .bar { fill: var(--series-1); }
${SERIES_LIGHT.map((_, at) => `svg.picture .part-${at + 1} { fill: var(--series-${at + 1}); }`).join(' ')}
.share { display: flex; align-items: center; gap: .6rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.share svg { flex: none; } svg.picture .rest { fill: var(--line); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; margin: .3rem 0 .6rem; font-size: .92rem; }
.legend svg { display: inline-block; } svg.picture .quiet { fill: var(--quiet); }
@media screen and (max-width: 52rem) {
  .aside { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  .aside > .facets { grid-row: 2; } .to-facets { display: block; }
  .contents { position: static; }
  .contents ul { display: flex; flex-wrap: wrap; gap: 0 1rem; }
}
@media screen and (max-width: 30rem) {
  .facts { grid-template-columns: minmax(0, 1fr); }
  .timeline li { grid-template-columns: 6rem 1fr; } .timeline li > :last-child { grid-column: 1 / -1; }
  .facts dt { border: 0; padding-bottom: 0; } .facts dd { padding-top: 0; }
}
`;
