import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../platform/package-root.js';
import { type Content, contentOf, type Summary } from './content.js';

/** A document that is shown as a page. */
export interface Guide {
  /** `/docs/guides/start` */
  readonly path: string;
  /** Within `docs`: `guides/start.md`. */
  readonly file: string;
  readonly group: string;
  /** Cached by the first parse. */
  readonly summary: Summary;
  /** The Markdown source. */
  text(): string;
  /** Not cached: all parsed documents would take megabytes. */
  parse(): Content;
}

interface Group {
  readonly title: string;
  /** In display order; missing files are skipped. */
  readonly files: readonly string[];
  /** A folder whose other documents follow. */
  readonly rest?: string;
}

const GROUPS: readonly Group[] = [
  { title: 'Get started', files: ['guides/start.md', 'guides/load-your-state.md'] },
  {
    title: 'Guides',
    files: [
      'guides/match-a-list.md',
      'guides/batch.md',
      'guides/openrefine.md',
      'guides/follow-changes.md',
      'guides/webhooks.md',
      'guides/mirror-a-state.md',
      'guides/vet-a-supplier.md',
      'guides/nonprofit-money.md',
      'guides/evidence.md',
      'guides/agents.md',
      'guides/agents-dialogues.md',
    ],
    rest: 'guides',
  },
  {
    title: 'Operate',
    files: [
      'operating.md',
      'install.md',
      'cluster.md',
      'postgresql.md',
      'state-registers.md',
      'generated/settings.md',
      'generated/cli.md',
    ],
  },
  {
    title: 'Concepts',
    files: [
      'guides/how-matching-decides.md',
      'generated/sources.md',
      'domain/credits.md',
      'domain/changes.md',
      'differences.md',
    ],
  },
  { title: 'Engineering notes', files: [], rest: 'domain' },
  { title: 'Engineering notes', files: [], rest: 'adr' },
];

/** Group of the documents for contributors; not part of `llms.txt`. */
export const ENGINEERS = 'Engineering notes';

/** Returns all documents of the package in display order. */
export function readLibrary(folder = join(packageRoot(), 'docs')): readonly Guide[] {
  const named = new Set(GROUPS.flatMap(({ files }) => files));
  return GROUPS.flatMap(({ title, files, rest }) => {
    const others = rest === undefined ? [] : markdownIn(folder, rest).filter((file) => !named.has(file));
    const there = [...files.filter((file) => existsSync(join(folder, file))), ...others];
    return there.map((file) => guideOf(folder, file, title));
  });
}

/** Returns the page path of a file; `generated/` is omitted. */
export function pathOf(file: string): string {
  return `/docs/${file.replace(/^generated\//, '').replace(/\.md$/, '')}`;
}

function guideOf(folder: string, file: string, group: string): Guide {
  let summary: Summary | undefined;
  const text = () => readFileSync(join(folder, file), 'utf8');
  const parse = () => {
    const content = contentOf(text());
    summary = content.summary;
    return content;
  };
  return {
    path: pathOf(file),
    file,
    group,
    get summary() {
      return summary ?? parse().summary;
    },
    text,
    parse,
  };
}

function markdownIn(folder: string, inner: string): string[] {
  if (!existsSync(join(folder, inner))) return [];
  return readdirSync(join(folder, inner))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${inner}/${name}`);
}
