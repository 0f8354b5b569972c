import type { Page } from 'playwright-core';

/** More stops than any page has before the thing that is looked for. */
const MAX_STOPS = 400;

/** The thing with the focus, as a screen reader names it. */
const NAME = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return '';
  const labels = [...(one.labels ?? [])].map((label) => label.textContent).join(' ');
  const by = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const own = ['INPUT', 'TEXTAREA', 'SELECT'].includes(one.tagName) ? '' : one.textContent;
  return (one.getAttribute('aria-label') || labels || by.trim() || own || '').replace(/\\s+/g, ' ').trim();
})()`;

/** Presses Tab until the focus is on what has this name, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches: string[] = [];
  for (let at = 0; at < MAX_STOPS; at++) {
    await page.keyboard.press('Tab');
    const reached = String(await page.evaluate(NAME));
    if (typeof name === 'string' ? reached === name : name.test(reached)) return;
    matches.push(reached);
  }
  throw new Error(
    `Tab reaches nothing named ${name} at ${page.url()}; it met ${[...new Set(matches)].join(' | ')}`,
  );
}

/** Goes there, and presses Enter. A new page is waited for. */
export async function follow(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')]);
}

/** As `follow`, for a link within the page. */
export async function jump(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes to a field and types. */
export async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}
