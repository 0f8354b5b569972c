import { PRINT } from './print.js';
import { SERIES_LIGHT, TOKENS } from './tokens.js';

/** Parts that several pages are made of. */
const PARTS = `
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

/** Forced colors and reduced motion. */
const MEDIA = `
@media (forced-colors: active) {
  .tag, .chips a, .notice, .suggestions li[aria-selected=true] { border-color: currentColor; }
  .suggestions li[aria-selected=true] { outline: 2px solid Highlight; }
  .top nav a { border-bottom: 0; }
  .top nav [aria-current] { border-bottom: 2px solid; border-bottom-color: Highlight; }
  svg.picture rect, svg.picture circle { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; scroll-behavior: auto !important; } }
`;

/** The frame of every page: header, way through the pages, footer. */
const FRAME = `
.skip { position: absolute; left: -100vw; top: 0; padding: .5rem 1rem; background: var(--ground); z-index: 2; }
.skip:focus { left: 0; }
.wide { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
.top { border-bottom: 1px solid var(--line); background: var(--raised); }
.top .wide { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.4rem; padding-top: .55rem; padding-bottom: .55rem; }
.brand { font-weight: 700; font-size: 1.05rem; color: var(--text); text-decoration: none; letter-spacing: -.01em; }
.top nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: 0; padding: 0; }
.top nav a { color: var(--quiet); padding: .2rem 0; display: inline-block; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--text); text-decoration: none; }
.top nav [aria-current] { color: var(--text); border-bottom-color: var(--link); }
.top .account { margin-left: auto; } .top .account form { display: flex; flex-wrap: wrap; gap: .2rem .9rem; align-items: baseline; } .top .account a { text-decoration: none; }
.find { position: relative; display: flex; gap: .4rem; }
.top .find { flex: 1 1 16rem; max-width: 30rem; }
.find .field { position: relative; flex: 1; }
.suggestions {
  position: absolute; z-index: 3; left: 0; right: 0; top: calc(100% + 2px); margin: 0; padding: .25rem; list-style: none;
  background: var(--ground); border: 1px solid var(--edge); border-radius: 6px;
}
.suggestions li { padding: .35rem .5rem; border-radius: 4px; cursor: pointer; }
.suggestions li[aria-selected=true], .suggestions li:hover { background: var(--raised); outline: 1px solid var(--edge); }
main.wide { padding-top: 1.5rem; padding-bottom: 3rem; min-height: 60vh; }
main:focus { outline: 0; }
.bill { font-size: .9rem; color: var(--quiet); border-bottom: 1px solid var(--line); }
.bill p { margin: 0; padding: .35rem 0; }
.notice { border-left: 4px solid var(--warn); background: var(--raised); padding: .55rem .9rem; margin: .6rem 0 1rem; }
.notice > :first-child { margin-top: 0; } .notice > :last-child { margin-bottom: 0; }
.bottom { border-top: 1px solid var(--line); color: var(--quiet); font-size: .88rem; }
.bottom .wide { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; padding-top: 1rem; padding-bottom: 2rem; }
.bottom p { margin: 0; max-width: 46rem; }
.bottom form { display: flex; gap: .2rem; align-items: baseline; flex-wrap: wrap; }
@media screen and (max-width: 40rem) {
  .wide { padding: 0 .9rem; }
  .top .wide { gap: .3rem .9rem; }
  .top .find { flex-basis: 100%; order: 3; max-width: none; }
  .top nav { order: 4; flex-basis: 100%; }
  .top nav ul { gap: 0 .9rem; }
  h1 { font-size: 1.35rem; }
}
`;

/** The reference. */
const DOCS = `
.layout { display: grid; grid-template-columns: 15rem minmax(0, 52rem); gap: 3rem; }
.layout > nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1rem 0; font-size: .93rem; }
.layout > nav ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.layout > nav li { padding: .14rem 0; } .layout > nav a { color: var(--quiet); }
.layout section { padding: 1.4rem 0; margin: 0; border-top: 1px solid var(--line); }
.layout section:first-of-type { border-top: 0; padding-top: 0; }
.layout pre { max-height: 30rem; }
.route { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; margin: .5rem 0; font-family: var(--mono); font-size: .92rem; }
.route span { overflow-wrap: anywhere; min-width: 0; }
.method { color: var(--good); font-weight: 600; }
p code, td code, li code { background: var(--raised); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
.stacks { font-size: .92rem; }
.stacks td:first-child { white-space: nowrap; font-family: var(--mono); font-size: .84rem; }
.stacks td:nth-child(2) { color: var(--quiet); font-size: .86rem; min-width: 6.5rem; max-width: 15rem; }
.depth1 { padding-left: 1.2rem; } .depth2 { padding-left: 2.4rem; } .depth3 { padding-left: 3.6rem; }
.note { color: var(--quiet); font-size: .86rem; }
.narrow { max-width: 44rem; }
.doc { max-width: 52rem; min-width: 0; }
.doc h2 { margin-top: 1.8rem; padding-top: 1rem; border-top: 1px solid var(--line); } .doc h3 { margin-top: 1.4rem; }
.layout .doc pre { max-height: none; }
.doc table { font-size: .92rem; margin: .5rem 0; } .doc td { min-width: 5.5rem; } .doc td:nth-child(2) { min-width: 14rem; }
.doc td code { overflow-wrap: normal; } .doc pre code { font-size: inherit; }
.layout > .doc { grid-column: 2; grid-row: 1; } .layout > .doc + nav { grid-column: 1; grid-row: 1; } .doc td:last-child, .doc th:last-child { padding-right: 0; }
.doc blockquote { margin: .6rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
.layout > nav a[aria-current] { color: var(--text); font-weight: 600; }
.find-docs { display: flex; gap: .4rem; margin: .3rem 0 1rem; max-width: 34rem; }
.find-docs button { white-space: nowrap; }
.layout > nav .find-docs { flex-direction: column; }
.docs-home { max-width: 52rem; }
.docs-home section { margin-top: 1.6rem; }
.docs-home dl { margin: 0; } .docs-home dl > div { display: grid; grid-template-columns: 14rem 1fr; gap: .2rem 1.2rem; padding: .3rem 0; }
.docs-home dd { margin: 0; color: var(--quiet); }
.docs-hits li { margin: .6rem 0; } .docs-hits p { margin: .1rem 0; color: var(--quiet); font-size: .93rem; }
.docs-hits mark { color: var(--text); }
.embedded { padding: .8rem 1rem; font-size: .87rem; }
.embedded h1 { font-size: 1.05rem; }
.embedded dl { margin: .4rem 0; } .embedded dl > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .5rem; }
.embedded dt { color: var(--quiet); } .embedded dd { margin: 0; }
@media screen and (max-width: 56rem) {
  .layout { display: block; }
  .docs-home dl > div { display: block; }
  .layout > .doc + nav { border-top: 1px solid var(--line); margin-top: 2rem; }
  .layout > nav { position: static; max-height: none; }
  .layout > nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  .stacks, .stacks tbody, .stacks tr, .stacks td { display: block; max-width: none; border: 0; padding: 0; overflow-wrap: anywhere; }
  .stacks thead { position: absolute; display: block; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacks tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .stacks td:first-child { font-weight: 600; white-space: normal; }
  .stacks .depth1 { padding-left: 1.2rem; } .stacks .depth2 { padding-left: 2.4rem; } .stacks .depth3 { padding-left: 3.6rem; }
}
`;

/** Text, links, lists, tables and form fields as they are everywhere. */
const BASE = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; color: var(--text); background: var(--ground);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
a { color: var(--link); text-decoration: underline; text-decoration-thickness: from-font; text-underline-offset: .15em; }
nav a, h2 a, h3 a, .plain a { text-decoration: none; }
a:hover { text-decoration: underline; text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3 { line-height: 1.25; font-weight: 600; text-wrap: balance; }
h1 { font-size: 1.55rem; margin: 0 0 .35rem; }
h2 { font-size: 1.12rem; margin: 0 0 .6rem; } * + h2 { margin-top: 1.5rem; }
h3 { font-size: .97rem; margin: 1.1rem 0 .4rem; }
p { margin: .4rem 0 .7rem; }
ul, ol { margin: .4rem 0 .8rem; padding-left: 1.3rem; }
small, .quiet { color: var(--quiet); }
code, pre, .mono { font-family: var(--mono); font-size: .88em; }
h1, h2, h3, dt, code { overflow-wrap: anywhere; }
pre {
  max-width: 100%;
  margin: .75rem 0; padding: .8rem 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
mark { background: var(--mark); color: var(--text); }
hr { border: 0; border-top: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding: 0 0 .4rem; color: var(--quiet); font-size: .9rem; }
th, td { padding: .34rem .9rem .34rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { color: var(--quiet); font-size: .85rem; white-space: nowrap; }
tbody th { font-weight: 500; }
.number { text-align: right; white-space: nowrap; }
.date, .short { white-space: nowrap; } td.name { min-width: 10.5rem; }
.scroll {
  overflow-x: auto;
  background:
    linear-gradient(to right, var(--ground) 40%, transparent) 0 0 / 2.4rem 100% no-repeat local,
    linear-gradient(to left, var(--ground) 40%, transparent) 100% 0 / 2.4rem 100% no-repeat local,
    linear-gradient(to right, var(--edge), transparent) 0 0 / .7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--edge), transparent) 100% 0 / .7rem 100% no-repeat scroll;
}
input, select, button, textarea {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 5px; padding: .34rem .6rem;
}
input[type=search], input[type=text], input[type=url], input[type=date], input[type=password] { width: 100%; min-width: 0; }
button { cursor: pointer; background: var(--raised); }
button.main { background: var(--link); border-color: var(--link); color: var(--ground); font-weight: 600; }
td button { padding: 0 .5rem; }
button.slight { border: 0; background: none; padding: .1rem .3rem; color: var(--link); }
button:hover { border-color: var(--text); }
::placeholder { color: var(--quiet); opacity: 1; }
label { font-weight: 500; }
details > summary { cursor: pointer; color: var(--link); padding: .15rem 0; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
`;

/** The one style sheet of all pages. */
export const STYLE = [TOKENS, BASE, FRAME, PARTS, DOCS, MEDIA, PRINT].join('').replace(/\n\s+/g, '\n');
