import type { StaticDocument } from '../contract/service/document.js';

/** One sheet for all pages; light and dark follow the reader's system. */
export const STYLE_SHEET: StaticDocument = {
  path: '/docs/style.css',
  type: 'text/css; charset=utf-8',
  body: `:root {
  color-scheme: light dark;
  --text: #1d2430; --quiet: #5d6675; --line: #e3e6eb; --ground: #fff; --raised: #f6f7f9; --link: #1a5fb4;
  --good: #1f7a4d; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #dfe3ea; --quiet: #98a1b0; --line: #2c323d; --ground: #14171c; --raised: #1b1f26; --link: #7db0ff;
    --good: #6fcf97;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body {
  margin: 0; color: var(--text); background: var(--ground);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font-family: var(--mono); font-size: .86em; }
p code, td code, li code { background: var(--raised); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre {
  margin: .75rem 0; padding: .9rem 1rem; overflow: auto; max-height: 30rem; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--raised); border: 1px solid var(--line); border-radius: 8px;
}
h1, h2, h3 { line-height: 1.25; font-weight: 600; }
h1 { font-size: 1.9rem; margin: 0 0 .5rem; }
h2 { font-size: 1.4rem; margin: 0 0 .25rem; }
h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
.layout { display: grid; grid-template-columns: 15rem minmax(0, 52rem); gap: 3rem; max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2.5rem 0; font-size: .93rem; }
nav ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
nav li { padding: .18rem 0; }
nav strong { display: block; margin-bottom: .35rem; font-weight: 600; }
nav a { color: var(--quiet); }
main { padding: 2.5rem 0 5rem; }
section { padding: 2rem 0; border-top: 1px solid var(--line); }
section:first-of-type { border-top: 0; }
.lead { color: var(--quiet); margin-top: 0; }
.route { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; margin: .5rem 0; font-family: var(--mono); font-size: .92rem; }
.method { color: var(--good); font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--quiet); font-size: .82rem; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; font-family: var(--mono); font-size: .84rem; }
td:nth-child(2) { color: var(--quiet); font-size: .86rem; min-width: 6.5rem; max-width: 15rem; overflow-wrap: break-word; }
.depth1 { padding-left: 1.2rem; } .depth2 { padding-left: 2.4rem; } .depth3 { padding-left: 3.6rem; }
.note { color: var(--quiet); font-size: .86rem; }
.narrow { max-width: 44rem; margin: 0 auto; padding: 3rem 1.5rem; }
.status { font-family: var(--mono); color: var(--quiet); }
details > summary { cursor: pointer; color: var(--link); margin: .75rem 0; }
@media (max-width: 56rem) {
  .layout { display: block; }
  nav { position: static; padding-bottom: 0; max-height: none; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  .stacks, .stacks tbody, .stacks tr, .stacks td { display: block; max-width: none; border: 0; padding: 0; }
  .stacks thead { position: absolute; clip-path: inset(50%); }
  .stacks tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .stacks td:first-child { font-weight: 600; white-space: normal; overflow-wrap: break-word; }
  .stacks .depth1 { padding-left: 1.2rem; } .stacks .depth2 { padding-left: 2.4rem; } .stacks .depth3 { padding-left: 3.6rem; }
}
`,
};
