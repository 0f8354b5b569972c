/** The frame of every page: header, way through the pages, footer. */
export const FRAME = `
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
