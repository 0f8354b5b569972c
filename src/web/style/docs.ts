/** The reference. */
export const DOCS = `
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
