/** Colours by use. A test computes their contrasts: text 4.5 and graphics 3 to the ground, in both. */
interface Colours {
  readonly text: string;
  readonly quiet: string;
  readonly ground: string;
  readonly raised: string;
  /** Rules between parts; they tell nothing. */
  readonly line: string;
  /** Borders of what can be used, and graphics. */
  readonly edge: string;
  readonly link: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  /** Behind words that matched. */
  readonly mark: string;
}

export const LIGHT: Colours = {
  text: '#1c2128',
  quiet: '#565f6b',
  ground: '#ffffff',
  raised: '#f5f6f8',
  line: '#dfe3e8',
  edge: '#818a96',
  link: '#0b57a4',
  good: '#1a7036',
  warn: '#8a5a00',
  bad: '#b3261e',
  mark: '#fdf0b5',
};

export const DARK: Colours = {
  text: '#dde2e9',
  quiet: '#9ea8b6',
  ground: '#14171c',
  raised: '#1c2027',
  line: '#2d333c',
  edge: '#727c8a',
  link: '#82b4ff',
  good: '#62c98b',
  warn: '#e2b341',
  bad: '#ff938a',
  mark: '#4a4017',
};

/** Colours of parts of a picture, in their order; each has a word too. */
export const SERIES_LIGHT = ['#2b6cb0', '#b7641a', '#2f7d4f', '#8a4baf', '#9a6b00', '#6b7280'];
export const SERIES_DARK = ['#6aa6e8', '#e39a52', '#62b584', '#bd8be0', '#d0a53a', '#98a2b0'];

const declared = (colours: Colours, series: readonly string[]) =>
  [
    ...Object.entries(colours).map(([name, value]) => `--${name}: ${value};`),
    ...series.map((value, at) => `--series-${at + 1}: ${value};`),
  ].join(' ');

/** By system preference, unless a cookie overrides it; print is always light. */
export const TOKENS = `:root {
  color-scheme: light;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  ${declared(LIGHT, SERIES_LIGHT)}
}
@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme=light]) { color-scheme: dark; ${declared(DARK, SERIES_DARK)} }
}
@media screen {
  :root[data-theme=dark] { color-scheme: dark; ${declared(DARK, SERIES_DARK)} }
}
`;
