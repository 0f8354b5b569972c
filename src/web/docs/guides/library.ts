import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../platform/package-root.js';
import { type Content, contentOf, type Summary } from './content.js';

/** A document of the project that readers see as a page. */
export interface Guide {
  /** `/docs/guides/start` */
  readonly path: string;
  /** Within `docs`: `guides/start.md`. */
  readonly file: string;
  readonly group: string;
  /** Known from the first parsing on. */
  readonly summary: Summary;
  /** As it is written. */
  text(): string;
  /** Parsed each time: the parts of all documents would take megabytes. */
  parse(): Content;
}

interface Group {
  readonly title: string;
  /** In the order users see; those that are not there are left out. */
  readonly files: readonly string[];
  /** All other documents of this folder follow. */
  readonly rest?: string;
}

const GROUPS: readonly Group[] = [
  { title: 'Begin', files: ['guides/start.md', 'guides/load-your-state.md'] },
  {
    title: 'Use',
    files: [
      'guides/match-a-list.md',
      'guides/batch.md',
      'guides/openrefine.md',
      'guides/follow-changes.md',
      'guides/webhooks.md',
      'guides/mirror-a-state.md',
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
      'generated/settings.md',
      'generated/cli.md',
    ],
  },
  {
    title: 'Understand',
    files: [
      'guides/how-matching-decides.md',
      'generated/sources.md',
      'domain/credits.md',
      'domain/matching.md',
      'domain/changes.md',
      'differences.md',
    ],
  },
  { title: 'Decisions', files: [], rest: 'domain' },
  { title: 'Decisions', files: [], rest: 'adr' },
];

/** Those for engineers who change Dossier: they stand in no list of guides for programs. */
export const ENGINEERS = 'Decisions';

/** All documents that the package holds, in the order users see. */
export function readLibrary(folder = join(packageRoot(), 'docs')): readonly Guide[] {
  const named = new Set(GROUPS.flatMap(({ files }) => files));
  return GROUPS.flatMap(({ title, files, rest }) => {
    const others = rest === undefined ? [] : markdownIn(folder, rest).filter((file) => !named.has(file));
    const there = [...files.filter((file) => existsSync(join(folder, file))), ...others];
    return there.map((file) => guideOf(folder, file, title));
  });
}

/** `generated/settings.md` is `/docs/settings`: readers need not know how it is made. */
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
