import type { ComponentChildren } from 'preact';
import { SCRIPT, STYLE_SHEET } from './assets.js';
import type { NavItem } from './nav.js';
import { SearchForm } from './search-form.js';

interface FrameProps {
  /** The thing that is shown; the name of the service is added. */
  readonly title: string;
  readonly nav: readonly NavItem[];
  /** The path of the item of `nav` that is open. */
  readonly current?: string | undefined;
  readonly theme?: Theme | undefined;
  /** The path and query of this page: whereto a form leads back. */
  readonly here: string;
  /** The header's search form; undefined if the page has its own, or there are no pages. */
  readonly search?: string | undefined;
  readonly account?: ComponentChildren;
  /** The price of this page, and what is left. */
  readonly bill?: ComponentChildren;
  readonly isSample?: boolean;
  readonly contact?: string | null;
  readonly children: ComponentChildren;
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A whole page. */
export function Frame(props: FrameProps) {
  const { title, theme, children, bill } = props;
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – Dossier`}</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="stylesheet" href={STYLE_SHEET.path} />
        <script type="module" src={SCRIPT.path} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Header {...props} />
        {bill && (
          <div class="bill">
            <div class="wide">{bill}</div>
          </div>
        )}
        <main id="main" tabIndex={-1} class="wide">
          {children}
        </main>
        <Footer {...props} />
      </body>
    </html>
  );
}

/** The path of a form that leads back, escaped, in characters. */
const MAX_BACK_LENGTH = 900;

/** Returns the path that a small form redirects to: for a long address, the home page. */
export function backTo(here: string): string {
  return encodeURIComponent(here).length <= MAX_BACK_LENGTH ? here : '/';
}

function Header({ nav, current, search, account }: FrameProps) {
  return (
    <header class="top">
      <div class="wide">
        <a class="brand" href="/">
          Dossier
        </a>
        {search !== undefined && <SearchForm query={search} id="find" />}
        <nav aria-label="Main">
          <ul>
            {nav.map(({ path, label }) => (
              <li>
                <a href={path} aria-current={path === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {account && <div class="account">{account}</div>}
      </div>
    </header>
  );
}

function Footer({ here, isSample, contact }: FrameProps) {
  return (
    <footer class="bottom">
      <div class="wide">
        <p>
          {isSample
            ? 'This is the bundled sample: invented records for trying the service. '
            : 'Public records as published; each fact names its source. '}
          {contact && (
            <>
              Request a correction at{' '}
              <a href={/^https?:/.test(contact) ? contact : `mailto:${contact}`}>{contact}</a>.
            </>
          )}
        </p>
        <form method="post" action="/theme" aria-label="Colours">
          <input type="hidden" name="to" value={backTo(here)} />
          <span>Colours:</span>
          <button class="slight" name="theme" value="system">
            system
          </button>
          <button class="slight" name="theme" value="light">
            light
          </button>
          <button class="slight" name="theme" value="dark">
            dark
          </button>
        </form>
      </div>
    </footer>
  );
}
