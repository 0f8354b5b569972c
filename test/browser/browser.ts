import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The system's Chromium; undefined where there is none. */
export function chromiumPath(): string | undefined {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // Another name.
    }
  }
  return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) => existsSync(path));
}

export function launch(executablePath: string): Promise<Browser> {
  // A container runs as root, whose Chromium has no sandbox.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Ways in which people look. */
export const MODES = {
  light: { viewport: { width: 1200, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1200, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  narrow: { viewport: { width: 320, height: 800 } },
  'zoomed to 200 %': { viewport: { width: 600, height: 450 }, deviceScaleFactor: 2 },
  'no script': { viewport: { width: 1200, height: 900 }, javaScriptEnabled: false },
  'forced colours': { viewport: { width: 1200, height: 900 }, forcedColors: 'active' },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;
export type Mode = keyof typeof MODES;

export interface Seen {
  /** Messages of the console, errors of the page and requests to elsewhere. */
  readonly faults: string[];
}

/** Notes everything that a page must not do. A status that the test asks for is no fault. */
export function watch(page: Page, origin: string): Seen {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (!/the server responded with a status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`It asked ${request.url()}`);
  });
  return { faults };
}
