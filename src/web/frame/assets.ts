import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaticDocument } from '../../contract/service/document.js';
import { packageRoot } from '../../platform/package-root.js';
import { STYLE } from '../style/index.js';

/** A file whose path contains a digest of its content. */
function asset(name: string, kind: 'css' | 'js', body: string): StaticDocument {
  const digest = hash('sha256', body, 'hex').slice(0, 16);
  const type = kind === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { path: `/assets/${name}.${digest}.${kind}`, type, body, isImmutable: true };
}

export const STYLE_SHEET = asset('site', 'css', STYLE);

/** Compiled for browsers, apart from the service: `src/web/client`. */
export const SCRIPT = asset('site', 'js', readFileSync(join(packageRoot(), 'dist/client/site.js'), 'utf8'));
