/** The style of the page: light or dark like the reader's system, with rows as cards on a narrow screen. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --page: #fff; --faint: #57606a; --line: #d0d7de; --card: #f6f8fa; --good: #116329; --bad: #a40e26; --between: #7d4e00; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --page: #0d1117; --faint: #9aa4af; --line: #3d444d; --card: #161b22; --good: #56d364; --bad: #ff9a92; --between: #e3b341; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 80rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.25rem; }
.headline { font-size: 1.1rem; max-width: 45rem; }
code { font: 0.9em ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: 1.5rem 0; }
caption { text-align: left; color: var(--faint); padding-bottom: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
thead th { border-bottom-width: 2px; white-space: nowrap; }
tbody th { font-weight: 600; min-width: 10rem; }
td[data-name="Times"] { font-variant-numeric: tabular-nums; }
td[data-name="Status"] { white-space: nowrap; }
td[data-name="Code"] { min-width: 15rem; }
td[data-name="From"] { min-width: 12rem; }
.kept { color: var(--good); }
.partly { color: var(--between); }
.lost { color: var(--bad); font-weight: 600; }
.none { color: var(--faint); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.75rem; margin: 0.25rem 0 0; font-size: 0.9rem; }
dt { color: var(--faint); }
dd { margin: 0; }
section p { max-width: 45rem; margin: 0 0 0.5rem; }
ul { padding: 0; margin: 0; list-style: none; }
li { border-left: 3px solid var(--line); padding: 0.25rem 0 0.25rem 0.75rem; margin: 0.5rem 0; }
.facts { display: block; color: var(--faint); font-size: 0.9rem; font-weight: 400; }
@media (max-width: 64rem) {
  table, caption, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.75rem; margin: 0 0 0.75rem; }
  tbody th, td { border: 0; padding: 0.15rem 0; min-width: 0; }
  td[data-name]::before { content: attr(data-name) ": "; color: var(--faint); }
}
`;
