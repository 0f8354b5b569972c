import { ApiError } from '../../../contract/errors.js';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import { MATCH_OUTCOMES } from '../../../contract/vocabulary.js';
import { NOTHING_ASKED } from '../../../operations/match/cells.js';
import type { RowResult } from '../../../operations/match/result-rows.js';
import { entityPath } from '../../parts/links.js';
import { counted, number, percent } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Choices, isChoice, type PlacedRow, placed } from './choices.js';
import { type Answered, type ListRow, type PastedList, ROWS_MOST, readList } from './list.js';
import { resultCsv } from './result-csv.js';

/** Which record each company of a list is, pasted or uploaded. */
export const matchPage = definePage({
  path: '/match',
  name: 'match',
  nav: 'Match a list',
  access: 'reader',
  takesFile: true,
  // A list of a thousand companies, once more with the choices among candidates.
  maxFormBytes: 1_048_576,
  show: async (visit) => form(visit, ''),
  submit: async (visit, sent) => {
    const text = sent.get('file') ?? sent.get('list') ?? '';
    if (text.length > LONGEST_LIST)
      return form(visit, '', `The list is longer than ${number(LONGEST_LIST)} characters.`);
    if (text.startsWith('PK\x03\x04') || text.includes('\0'))
      return form(visit, '', 'The file is no text. Save the workbook as CSV (UTF-8) and send that file.');
    let list: PastedList;
    try {
      list = readList(text, (place) => sent.get(`column-${place}`));
    } catch {
      return form(visit, text, 'A quoted cell of the list does not end.');
    }
    if (list.rows.length === 0) return form(visit, text, 'The list has no rows.');
    const answered: Answered[] = [];
    for (const [at, asked] of list.rows.entries()) {
      const row = await ask(visit, asked, sent.get(`choice-${at}`) ?? undefined);
      if (row === 'later') break;
      answered.push(row);
    }
    return results(text, list, answered);
  },
});

/** Characters of a list; the form that is sent again with choices holds it once more. */
const LONGEST_LIST = 524_288;

/** `later`: the account may ask no more in this minute. */
async function ask(visit: Visit, row: ListRow, chosen: string | undefined): Promise<Answered | 'later'> {
  const withFaults = (result: RowResult) => ({ ...result, reason: [...row.faults, result.reason].join(' ') });
  if (Object.keys(row.question).length === 0)
    return { ...row, match: undefined, result: withFaults(NOTHING_ASKED), chosen };
  try {
    const { data } = await visit.call('match', { query: row.question });
    return { ...row, match: data, result: withFaults(data), chosen };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'rate_limit_exceeded') return 'later';
    if (error.code !== 'invalid_params') throw error;
    const result = { outcome: UNREAD, reason: error.detail, candidates: [] };
    return { ...row, match: undefined, result: withFaults(result), chosen };
  }
}

/** The outcome of a row that could not be asked. */
const UNREAD = 'not read';

function form(visit: Visit, text: string, fault?: string): PageView {
  return {
    title: 'Match a list',
    status: fault === undefined ? 200 : 400,
    body: (
      <>
        <h1>Match a list</h1>
        <p class="lead">
          Which record is each company? Paste rows from a spreadsheet, with their heads, or send a file.
        </p>
        {fault !== undefined && (
          <div class="notice" role="alert">
            <p>{fault}</p>
          </div>
        )}
        <form method="post" action="/match" enctype="multipart/form-data">
          <label for="list">The list</label>
          <p id="list-hint" class="quiet">
            {`One company a line, at most ${number(ROWS_MOST)}. Columns by their heads: ${MATCH_QUESTIONS.join(', ')}, or as spreadsheets call them. Without heads each line is a name.`}
          </p>
          <textarea id="list" name="list" rows={14} aria-describedby="list-hint" spellcheck={false}>
            {text}
          </textarea>
          <label for="file">Or a file</label>
          <p id="file-hint" class="quiet">
            {`Text with commas, semicolons, tabs or | between its columns, at most ${number(LONGEST_LIST)} characters. It is read instead of the field above.`}
          </p>
          <input
            id="file"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-describedby="file-hint"
          />
          <p>
            <button class="main">Match</button>{' '}
            {visit.isMetered && (
              <span class="quiet">1 credit for each row; the same row is free for 24 hours.</span>
            )}
          </p>
        </form>
        <p class="quiet">
          A longer list: <code>dossier match FILE.csv</code> on the machine of the service.
        </p>
      </>
    ),
  };
}

function results(text: string, list: PastedList, answered: readonly Answered[]): PageView {
  const count = (outcome: string) => answered.filter(({ result }) => result.outcome === outcome).length;
  const unread = count(UNREAD);
  const unused = list.columns.filter((_, place) => list.roles[place] === undefined);
  const outcomes = MATCH_OUTCOMES.map((outcome) => `${number(count(outcome))} ${outcome}`).join(', ');
  const sums = `${outcomes}${unread > 0 ? `, ${number(unread)} not read` : ''}`;
  const unasked = list.rows.length - answered.length + list.left;
  return {
    title: `Match: ${sums}`,
    body: (
      <>
        <h1>{sums}</h1>
        {unused.length > 0 && <p>{`Not used: the columns ${unused.join(', ')}.`}</p>}
        {unasked > 0 && (
          <div class="notice" role="status">
            <p>{`${counted(unasked, 'row')} at the end ${unasked === 1 ? 'was' : 'were'} not asked: a page asks ${number(ROWS_MOST)} rows, and no more than the account may in a minute. Send the list again in a minute; rows that were asked are free then.`}</p>
          </div>
        )}
        <form method="post" action="/match" enctype="multipart/form-data">
          <input type="hidden" name="list" value={text} />
          <Columns list={list} />
          <Table
            caption={`${counted(answered.length, 'row')} in the order of the list`}
            rows={placed(answered)}
            columns={[
              { head: 'Asked', cell: ({ question }) => Object.values(question).join(', ') },
              { head: 'Outcome', cell: ({ result }) => result.outcome },
              { head: 'Record', cell: (row) => <Records row={row} /> },
              { head: 'Why', cell: ({ result }) => result.reason },
            ]}
          />
          <Choices answered={answered} />
          <p class="actions">
            {answered.some(isChoice) && <button>Keep my choices</button>}
            <a
              download="matched.csv"
              href={`data:text/csv;charset=utf-8;base64,${toBase64(resultCsv(list, answered))}`}
            >
              Download as CSV
            </a>
            <a href="/match">Another list</a>
          </p>
        </form>
      </>
    ),
  };
}

/** Which column holds what, with its first values; another choice asks again. */
function Columns({ list: { columns, roles, rows, hasHead } }: { readonly list: PastedList }) {
  if (!hasHead) return null;
  return (
    <details open={roles.includes(undefined)}>
      <summary>Columns</summary>
      <Table
        caption="Columns of the list, with their first values"
        rows={[...columns.keys()]}
        columns={[
          { head: 'Column', cell: (place) => columns[place] },
          {
            head: 'Used as',
            cell: (place) => (
              <select name={`column-${place}`} aria-label={`Use of ${columns[place]}`}>
                <option value="">not used</option>
                {MATCH_QUESTIONS.map((role) => (
                  <option value={role} selected={roles[place] === role}>
                    {role}
                  </option>
                ))}
              </select>
            ),
          },
          {
            head: 'First values',
            cell: (place) =>
              rows
                .slice(0, PREVIEWED)
                .flatMap(({ cells }) => cells[place] || [])
                .join(' · '),
          },
        ]}
      />
      <button>Match again with these columns</button>
    </details>
  );
}

const PREVIEWED = 5;

function Records({ row: { match, at, chosen, question } }: { readonly row: PlacedRow }) {
  const candidates = match?.candidates ?? [];
  const [first] = candidates;
  if (match?.outcome === 'found' && first) {
    return (
      <>
        <a href={entityPath(first.id)}>{first.name}</a>
        {` ${first.state ?? ''}, ${percent(first.probability)}`}
      </>
    );
  }
  if (!isChoice({ match })) return null;
  if (at.isCompared) {
    const picked = candidates.find(({ id }) => id === chosen);
    return (
      <>
        {picked && <>{`Chosen: ${picked.name}. `}</>}
        <a href={`#row-${at.place + 1}`}>{`Compare ${counted(candidates.length, 'candidate')}`}</a>
      </>
    );
  }
  return (
    <fieldset>
      <legend class="unseen">{`Choose the record of ${question.name ?? 'the row'}`}</legend>
      {candidates.map(({ id, name, state, probability }) => (
        <label class="option">
          <input type="radio" name={`choice-${at.place}`} value={id} checked={id === chosen} />{' '}
          <a href={entityPath(id)}>{name}</a>
          {` ${state ?? ''}, ${percent(probability)}`}
        </label>
      ))}
      <label class="option">
        <input type="radio" name={`choice-${at.place}`} value="" checked={!chosen} /> None of them
      </label>
    </fieldset>
  );
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
