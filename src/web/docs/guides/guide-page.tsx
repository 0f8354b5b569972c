import { posix } from 'node:path';
import type { StaticDocument } from '../../../contract/service/document.js';
import { type DocsFrame, docsPage } from '../page.js';
import type { Section } from './content.js';
import { ENGINEERS, type Guide, pathOf } from './library.js';
import { Blocks, Inline, type Resolve } from './markdown.js';
import { SearchDocs } from './search-form.js';

/** A document as a page, rendered on first use. */
export function guidePage(guide: Guide, library: readonly Guide[], frame: DocsFrame): StaticDocument {
  return docsPage(
    guide.path,
    () => guide.summary.title,
    frame,
    () => {
      const { sections } = guide.parse();
      const resolve = linksOf(guide, library);
      const nameTable = tableNames();
      return (
        <div class="layout">
          <GuideNav guide={guide} sections={sections} library={library} />
          <article class="doc">
            {sections.map((section) => (
              <>
                <Heading section={section} resolve={resolve} />
                <Blocks
                  tokens={section.blocks}
                  resolve={resolve}
                  nameTable={() => nameTable(section.title)}
                />
              </>
            ))}
          </article>
        </div>
      );
    },
  );
}

function GuideNav({
  guide,
  sections,
  library,
}: {
  readonly guide: Guide;
  readonly sections: readonly Section[];
  readonly library: readonly Guide[];
}) {
  const near = guide.group === ENGINEERS ? [] : library.filter(({ group }) => group === guide.group);
  const parts = sections.filter(({ level }) => level === 2);
  return (
    <nav aria-label="Guides">
      <SearchDocs query="" id="find-docs" />
      <ul>
        <li>
          <a href="/docs">All guides</a>
        </li>
      </ul>
      {near.length > 0 && (
        <ul>
          <li>
            <strong>{guide.group}</strong>
          </li>
          {near.map(({ path, summary }) => (
            <li>
              <a href={path} aria-current={path === guide.path ? 'page' : undefined}>
                {summary.title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {parts.length > 1 && (
        <ul>
          <li>
            <strong>On this page</strong>
          </li>
          {parts.map(({ anchor, title }) => (
            <li>
              <a href={`#${anchor}`}>{title}</a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Heading({
  section: { level, heading, anchor },
  resolve,
}: {
  readonly section: Section;
  readonly resolve: Resolve;
}) {
  const text = <Inline tokens={heading} resolve={resolve} />;
  if (level === 1) return <h1>{text}</h1>;
  if (level === 2) return <h2 id={anchor}>{text}</h2>;
  return <h3 id={anchor}>{text}</h3>;
}

/** Each table has a name of its own: the heading above it, with a number from the second on. */
function tableNames(): (title: string) => string {
  const times = new Map<string, number>();
  return (title) => {
    const count = (times.get(title) ?? 0) + 1;
    times.set(title, count);
    return count === 1 ? title : `${title} (${count})`;
  };
}

/** Links of a document: other documents are pages; files of the project that are none lead nowhere here. */
function linksOf({ file }: Guide, library: readonly Guide[]): Resolve {
  const files = new Set(library.map((guide) => guide.file));
  return (href) => {
    if (/^(?:https?:\/\/|mailto:|#|\/)/.test(href)) return href;
    const [target = '', anchor] = href.split('#');
    const named = posix.join(posix.dirname(file), target);
    if (named === 'generated/errors.md') return '/docs/errors';
    return files.has(named) ? `${pathOf(named)}${anchor === undefined ? '' : `#${anchor}`}` : undefined;
  };
}
