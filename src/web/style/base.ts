/** Text, links, lists, tables and form fields as they are everywhere. */
export const BASE = `
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
