import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SCRIPT, STYLE_SHEET } from '../../src/web/frame/assets.js';
import { DARK, LIGHT, SERIES_DARK, SERIES_LIGHT } from '../../src/web/style/tokens.js';

/** Relative luminance and contrast, as WCAG 2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['light', LIGHT, SERIES_LIGHT],
  ['dark', DARK, SERIES_DARK],
] as const)('colours: %s', (_, colours, series) => {
  const grounds = [colours.ground, colours.raised];
  test.each(['text', 'quiet', 'link', 'good', 'warn', 'bad'] as const)(
    '%s is read on each ground',
    (name) => {
      for (const ground of grounds) expect(contrast(colours[name], ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('words that matched are read on their mark', () => {
    expect(contrast(colours.text, colours.mark)).toBeGreaterThanOrEqual(4.5);
  });

  test('edges and the parts of pictures are seen', () => {
    for (const ground of grounds) {
      expect(contrast(colours.edge, ground)).toBeGreaterThanOrEqual(3);
      for (const colour of series) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  test('a button of the main colour is read', () => {
    expect(contrast(colours.ground, colours.link)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('what pages load', () => {
  test('is small: 15 KB together, 3 KB of script', () => {
    const [style, script] = [STYLE_SHEET, SCRIPT].map(({ body }) => gzipSync(body).length);
    expect(script).toBeLessThanOrEqual(3_072);
    expect((style ?? 0) + (script ?? 0)).toBeLessThanOrEqual(15_360);
  });

  test('is named by its content', () => {
    expect(STYLE_SHEET.path).toMatch(/^\/assets\/site\.[0-9a-f]{16}\.css$/);
    expect(SCRIPT.path).toMatch(/^\/assets\/site\.[0-9a-f]{16}\.js$/);
  });

  test('asks nothing of elsewhere', () => {
    expect(`${STYLE_SHEET.body}${SCRIPT.body}`).not.toMatch(/https?:\/\/|@import|url\(/);
  });
});

test('no page sets markup of its own, an inline style or a script', () => {
  const wrong = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) =>
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|\sstyle=|<style|\son[a-z]+=|eval\(/i.test(
        readFileSync(join('src/web', name), 'utf8').replace(/`[^`]*style[^`]*`/g, ''),
      ),
    );
  expect(wrong).toEqual([]);
});
