import type { StaticDocument } from '../../../contract/service/document.js';
import { type DocsFrame, docsPage } from '../page.js';
import { ENGINEERS, type Guide } from './library.js';
import { SearchDocs } from './search-form.js';

/** The first page of the docs: every guide with its first words. */
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
          <Decisions library={library} />
        </div>
      );
    },
  );
}

function Decisions({ library }: { readonly library: readonly Guide[] }) {
  const decisions = library.filter(({ group }) => group === ENGINEERS);
  if (decisions.length === 0) return null;
  return (
    <section>
      <details>
        <summary>{`${ENGINEERS}: why it is as it is, for engineers`}</summary>
        <ul>
          {decisions.map(({ path, summary }) => (
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
    lead: 'Every operation with its parameters, its answer and its errors.',
  },
  { path: '/docs/errors', title: 'Errors', lead: 'Every error with its meaning and its cure.' },
  { path: '/openapi.json', title: 'openapi.json', lead: 'The whole contract, for programs.' },
  {
    path: '/llms.txt',
    title: 'llms.txt',
    lead: 'The service on one page of plain text, for language models.',
  },
  { path: '/llms-full.txt', title: 'llms-full.txt', lead: 'The same with all guides.' },
];

const MAX_LEAD = 220;

/** Whole sentences, as many as fit; cut at a word if the first does not. */
export function shortened(text: string): string {
  if (text.length <= MAX_LEAD) return text;
  const fits = text.slice(0, MAX_LEAD);
  const end = fits.lastIndexOf('. ');
  return end > 60 ? fits.slice(0, end + 1) : `${fits.slice(0, fits.lastIndexOf(' '))}…`;
}
