import { posix } from 'node:path';
import { type Guide, pathOf } from './library.js';
import type { Resolve } from './markdown.js';

/** Links of a document: other documents are pages; files of the project that are none lead nowhere here. */
export function linksOf({ file }: Guide, library: readonly Guide[]): Resolve {
  const files = new Set(library.map((guide) => guide.file));
  return (href) => {
    if (/^(?:https?:\/\/|mailto:|#|\/)/.test(href)) return href;
    const [target = '', anchor] = href.split('#');
    const named = posix.join(posix.dirname(file), target);
    if (named === 'generated/errors.md') return '/docs/errors';
    return files.has(named) ? `${pathOf(named)}${anchor === undefined ? '' : `#${anchor}`}` : undefined;
  };
}
