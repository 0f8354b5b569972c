import { ApiError } from '../../../contract/errors.js';
import { MATCH_QUESTIONS } from '../../../contract/match.js';
import { entityPath } from '../../parts/links.js';
import { counted, number, percent } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import type { Match } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Choices, type ListRow, placed } from './choices.js';
import { type Answered, type PastedList, type Question, ROWS_MOST, readList } from './list.js';
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
    let list: PastedList;
    try {
      list = readList(text);
    } catch {
      return form(visit, text, 'A quoted cell of the list does not end.');
    }
    if (list.questions.length === 0) return form(visit, text, 'The list has no rows.');
    const answered: Answered[] = [];
    for (const [at, question] of list.questions.entries()) {
      const row = await ask(visit, question, sent.get(`choice-${at}`) ?? undefined);
      if (row === 'later') break;
      answered.push(row);
    }
    return results(text, list, answered);
  },
});

/** Characters of a list; the form that is sent again with choices holds it once more. */
const LONGEST_LIST = 524_288;

/** `later`: the account may ask no more in this minute. */
async function ask(
  visit: Visit,
  question: Question,
  chosen: string | undefined,
): Promise<Answered | 'later'> {
  try {
    const { data } = await visit.call('match', { query: question });
    return { question, match: data, problem: undefined, chosen };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'rate_limit_exceeded') return 'later';
    if (error.code !== 'invalid_params') throw error;
    return { question, match: undefined, problem: error.detail, chosen };
  }
}

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
            {`One company a line, at most ${number(ROWS_MOST)}. Columns by their heads: ${MATCH_QUESTIONS.join(', ')}. Without heads each line is a name.`}
          </p>
          <textarea id="list" name="list" rows={14} aria-describedby="list-hint" spellcheck={false}>
            {text}
          </textarea>
          <label for="file">Or a file</label>
          <p id="file-hint" class="quiet">
            {`CSV, or text with tabs, at most ${number(LONGEST_LIST)} characters. It is read instead of the field above.`}
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
  const count = (outcome: Match['outcome']) =>
    answered.filter(({ match }) => match?.outcome === outcome).length;
  const sums = `${number(count('found'))} found, ${number(count('ambiguous'))} ambiguous, ${number(count('none'))} none`;
  const unasked = list.questions.length - answered.length + list.left;
  return {
    title: `Match: ${sums}`,
    body: (
      <>
        <h1>{sums}</h1>
        {list.unknown.length > 0 && <p>{`Not used: the columns ${list.unknown.join(', ')}.`}</p>}
        {unasked > 0 && (
          <div class="notice" role="status">
            <p>{`${counted(unasked, 'row')} at the end ${unasked === 1 ? 'was' : 'were'} not asked: a page asks ${number(ROWS_MOST)} rows, and no more than the account may in a minute. Send the list again in a minute; rows that were asked are free then.`}</p>
          </div>
        )}
        <form method="post" action="/match" enctype="multipart/form-data">
          <input type="hidden" name="list" value={text} />
          <Table
            caption={`${counted(answered.length, 'row')} in the order of the list`}
            rows={placed(answered)}
            columns={[
              { head: 'Asked', cell: ({ question }) => Object.values(question).join(', ') },
              { head: 'Outcome', cell: ({ match }) => match?.outcome ?? 'not asked' },
              { head: 'Record', cell: (row) => <Records row={row} /> },
              { head: 'Why', cell: ({ match, problem }) => problem ?? match?.reason },
            ]}
          />
          <Choices answered={answered} />
          <p class="actions">
            {answered.some(({ match }) => match?.outcome === 'ambiguous') && <button>Keep my choices</button>}
            <a
              download="matched.csv"
              href={`data:text/csv;charset=utf-8;base64,${toBase64(resultCsv(answered))}`}
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

function Records({ row: { match, at, chosen, question } }: { readonly row: ListRow }) {
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
  if (match?.outcome !== 'ambiguous') return null;
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
