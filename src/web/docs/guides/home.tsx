import type { StaticDocument } from '../../../contract/service/document.js';
import { type DocsFrame, docsPage } from '../page.js';
import { ENGINEERS, type Guide } from './library.js';
import { SearchDocs } from './search-form.js';

/** The start page of the docs: every guide with its first sentences. */
export function docsHome(library: readonly Guide[], frame: DocsFrame): StaticDocument {
  return docsPage(
    '/docs',
    () => 'Docs',
    frame,
    () => {
      const groups = [...new Set(library.map(({ group }) => group))].filter((group) => group !== ENGINEERS);
      return (
        <div class="docs-home">
          <h1>Docs</h1>
          <SearchDocs query="" id="find-docs" />
          {groups.map((group) => (
            <section>
              <h2>{group}</h2>
              <dl>
                {library
                  .filter((guide) => guide.group === group)
                  .map(({ path, summary }) => (
                    <div>
                      <dt>
                        <a href={path}>{summary.title}</a>
                      </dt>
                      <dd>{shortened(summary.lead)}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          <section>
            <h2>Reference</h2>
            <dl>
              {REFERENCE.map(({ path, title, lead }) => (
                <div>
                  <dt>
                    <a href={path}>{title}</a>
                  </dt>
                  <dd>{lead}</dd>
                </div>
              ))}
            </dl>
          </section>
          <EngineeringNotes library={library} />
        </div>
      );
    },
  );
}

function EngineeringNotes({ library }: { readonly library: readonly Guide[] }) {
  const notes = library.filter(({ group }) => group === ENGINEERS);
  if (notes.length === 0) return null;
  return (
    <section>
      <details>
        <summary>{`${ENGINEERS} (for contributors)`}</summary>
        <ul>
          {notes.map(({ path, summary }) => (
            <li>
              <a href={path}>{summary.title}</a>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const REFERENCE = [
  {
    path: '/docs/api',
    title: 'API',
    lead: 'Every operation with its parameters, response and errors.',
  },
  { path: '/docs/errors', title: 'Errors', lead: 'Every error, what it means and what to do.' },
  { path: '/openapi.json', title: 'openapi.json', lead: 'The OpenAPI description.' },
  {
    path: '/llms.txt',
    title: 'llms.txt',
    lead: 'A plain-text summary for language models.',
  },
  { path: '/llms-full.txt', title: 'llms-full.txt', lead: 'The summary with all guides.' },
];

const MAX_LEAD = 220;

/** Truncates after a sentence, or at a word if the first sentence is too long. */
export function shortened(text: string): string {
  if (text.length <= MAX_LEAD) return text;
  const fits = text.slice(0, MAX_LEAD);
  const end = fits.lastIndexOf('. ');
  return end > 60 ? fits.slice(0, end + 1) : `${fits.slice(0, fits.lastIndexOf(' '))}…`;
}
