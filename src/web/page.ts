import type { StaticDocument } from '../contract/service/document.js';
import { type Html, html } from './html.js';

/** A whole page. It loads the style sheet and the icon and nothing else. */
export function page(path: string, title: string, body: Html): StaticDocument {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
${body}
</body>
</html>
`;
  return { path, type: 'text/html; charset=utf-8', body: markup };
}
