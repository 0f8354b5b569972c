import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { unavailable } from '../../src/gateway/errors.js';
import { Problem } from '../../src/web/site/problem.js';

const page = (error: ReturnType<typeof unavailable>) =>
  renderToString(<Problem error={error} requestId="r-1" here="/search?q=willow" />);

test('a service that starts shows how far it is, and asks again by itself', () => {
  const html = page(unavailable('The search index is not loaded yet: 40 %.', { read: 40, total: 100 }));
  expect(html).toContain('<h1>Starting</h1>');
  expect(html).toMatch(/<progress[^>]*aria-label="Loaded part of the search index"/);
  expect(html).toMatch(/<progress[^>]*value="40"[^>]*max="100"/);
  expect(html).toContain('data-reload="5"');
  expect(html).toContain('href="/search?q=willow"');
});

test('another reason for a 503 is no start', () => {
  const html = page(unavailable('Too many long searches wait.'));
  expect(html).not.toContain('<progress');
  expect(html).toContain('<h1>Service unavailable</h1>');
});
