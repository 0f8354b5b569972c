import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, prose } from '../../src/web/html.js';

test('no text becomes markup, wherever it stands', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`<p title="${text}">${text}</p>`.markup).toMatch(/^<p title="[^"<>]*">[^<>]*<\/p>$/);
      expect(prose(text).markup.replaceAll(/<\/?code>/g, '')).not.toMatch(/[<>]/);
    }),
  );
});

test('what html made goes in as it is, lists line by line', () => {
  const rows = ['a', 'b'].map((name) => html`<li>${name}</li>`);
  expect(html`<ul>${rows}</ul>`.markup).toBe('<ul><li>a</li>\n<li>b</li></ul>');
});

test('words between back quotes are code', () => {
  expect(prose('Send `a < b`.').markup).toBe('Send <code>a &lt; b</code>.');
});
