import { renderToString } from 'preact-render-to-string';
import type { EntityPreview } from '../../contract/reconcile.js';
import { STYLE_SHEET } from '../frame/assets.js';
import { renderPage } from '../frame/render.js';

/** A record in a small embedded frame. */
export function previewPage(preview: EntityPreview): string {
  return renderPage(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{preview.name}</title>
        <link rel="stylesheet" href={STYLE_SHEET.path} />
      </head>
      <body class="embedded">
        <main>
          <h1>{preview.name}</h1>
          <Facts {...preview} />
          <p>
            <a href={`/entity/${encodeURIComponent(preview.id)}`} target="_blank" rel="noreferrer">
              Full record
            </a>
          </p>
        </main>
      </body>
    </html>,
  );
}

/** The same as an HTML fragment. */
export function flyout(preview: EntityPreview): string {
  return renderToString(
    <div>
      <strong>{preview.name}</strong>
      <Facts {...preview} />
    </div>,
  );
}

/** A property, or the type, as an HTML fragment. */
export function wordFlyout(name: string, description: string): string {
  return renderToString(
    <div>
      <strong>{name}</strong>
      <p>{description}</p>
    </div>,
  );
}

function Facts({ facts }: EntityPreview) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
