import { MAX_LIST_ROWS } from '../../../contract/lists.js';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import { InputError } from '../../../ingest/read/support/context.js';
import { KEPT_DAYS, newList, saveList } from '../../../operations/lists/kept-list.js';
import { guessRoles, readUpload } from '../../../operations/lists/read-list.js';
import { number } from '../../parts/numbers.js';
import { definePage, type PageView } from '../../site/page.js';

const MAX_FORM_BYTES = 1_048_576;

/** Takes a list of companies, pasted or as a file, and stores it for the page at its address. */
export const matchPage = definePage({
  path: '/match',
  name: 'match',
  nav: 'Match a list',
  access: 'reader',
  takesFile: true,
  maxFormBytes: MAX_FORM_BYTES,
  show: async () => form(''),
  submit: async (visit, sent, file) => {
    const text = sent.get('list') ?? '';
    const { name, bytes } = file ?? { name: 'The list', bytes: Buffer.from(text) };
    try {
      const list = await readUpload(name, bytes);
      if (list.rows.length === 0) return form(text, `${name} has no rows.`);
      const { at } = visit.facts;
      const kept = newList({
        ...{ name: file ? titleOf(file.name) : 'Pasted list', owner: visit.owner, at, list, feed: null },
        roles: list.layout === 'lines' ? ['name'] : guessRoles(list.columns),
      });
      await saveList(visit.matchLists, kept, at);
      return { to: `/match/${kept.id}` };
    } catch (error) {
      if (error instanceof InputError) return form(text, error.message);
      throw error;
    }
  },
});

/** The name of a file without its ending. */
function titleOf(name: string): string {
  return name.replace(/\.\w{1,5}$/, '').slice(0, 100) || 'List';
}

function form(text: string, fault?: string): PageView {
  return {
    title: 'Match a list',
    status: fault === undefined ? 200 : 400,
    body: (
      <>
        <h1>Match a list</h1>
        <p class="lead">
          Find the record of each company. Paste rows with headings from a spreadsheet, or upload a file.
        </p>
        {fault !== undefined && (
          <div class="notice" role="alert">
            <p>{fault}</p>
          </div>
        )}
        <form method="post" action="/match" enctype="multipart/form-data">
          <label for="list">The list</label>
          <p id="list-hint" class="quiet">
            {`One company per line, up to ${number(MAX_LIST_ROWS)}. Column headings: ${MATCH_QUESTIONS.join(', ')}, or common spreadsheet headings. Without headings, each line is a name.`}
          </p>
          <textarea id="list" name="list" rows={14} aria-describedby="list-hint" spellcheck={false}>
            {text}
          </textarea>
          <label for="file">Or a file</label>
          <p id="file-hint" class="quiet">
            {`An Excel workbook (.xlsx), or text with columns separated by commas, semicolons, tabs or |; up to ${number(MAX_FORM_BYTES)} bytes. It replaces the field above.`}
          </p>
          <input
            id="file"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain"
            aria-describedby="file-hint"
          />
          <p>
            <button class="main">Continue</button>{' '}
            <span class="quiet">
              {`The next page shows how each column is used. If you are signed in, the list is stored until you delete it; otherwise for ${KEPT_DAYS} days.`}
            </span>
          </p>
        </form>
        <p>
          <a href="/lists">Your lists</a>
        </p>
        <p class="quiet">
          For longer lists: <code>dossier match FILE</code> on the machine of the service.
        </p>
      </>
    ),
  };
}
