import { LIST_OUTCOMES, type ListOutcome } from '../../../contract/lists.js';
import {
  countsOf,
  isChoice,
  type KeptList,
  type PlacedRow,
  placedRows,
  recordsOf,
  soleCandidates,
} from '../../../operations/lists/outcomes.js';
import { dayOf } from '../../parts/dates.js';
import { entityPath } from '../../parts/links.js';
import { counted, number, percent } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import type { PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Choices, isCompared } from './choices.js';
import { Columns } from './columns.js';

const PAGE_ROWS = 500;
/** Words for outcomes that are not shown as they are. */
const WORDS: Readonly<Partial<Record<ListOutcome, string>>> = {
  not_read: 'not readable',
  not_matched: 'not matched yet',
};
const ALWAYS_COUNTED: readonly ListOutcome[] = ['found', 'possible', 'ambiguous', 'none'];

/** The rows with their results, by outcome and page by page, with what is to choose. */
export function results(visit: Visit, kept: KeptList, fault?: string): PageView {
  const { id, name, list, roles, choices, endsAt } = kept;
  const all = placedRows(kept);
  const total = countsOf(kept);
  const counts = LIST_OUTCOMES.map((outcome) => ({ outcome, count: total[outcome] })).filter(
    ({ outcome, count }) => count > 0 || ALWAYS_COUNTED.includes(outcome),
  );
  const sums = counts.map(({ outcome, count }) => `${number(count)} ${wordOf(outcome)}`).join(', ');
  const records = recordsOf(kept).length;
  const query = visit.facts.query;
  const wanted = LIST_OUTCOMES.find((outcome) => outcome === query.get('outcome'));
  const filtered = all.filter(({ outcome }) => wanted === undefined || outcome === wanted);
  const offset = offsetOf(query.get('offset'), filtered.length);
  const shown = filtered.slice(offset, offset + PAGE_ROWS);
  const unused = list.columns.filter((_, place) => roles[place] === null);
  const waiting = total.not_matched;
  const soles = Object.keys(soleCandidates(kept)).filter(
    (place) => choices[Number(place)] === undefined,
  ).length;
  const here = (at: { outcome?: string | undefined; offset?: number }) => {
    const params = new URLSearchParams();
    if (at.outcome !== undefined) params.set('outcome', at.outcome);
    if (at.offset) params.set('offset', String(at.offset));
    return `/match/${id}${params.size > 0 ? `?${params}` : ''}`;
  };
  return {
    title: `${name}: ${sums}`,
    status: fault === undefined ? 200 : 400,
    current: '/match',
    body: (
      <>
        <p class="quiet">{name}</p>
        <h1>{sums}</h1>
        {fault !== undefined && (
          <div class="notice" role="alert">
            <p>{fault}</p>
          </div>
        )}
        {unused.length > 0 && <p>{`Ignored columns: ${unused.join(', ')}.`}</p>}
        {list.left > 0 && (
          <p>{`${counted(list.left, 'more row')} at the end ${list.left === 1 ? 'is' : 'are'} ignored.`}</p>
        )}
        <form method="post" action={`/match/${id}`}>
          {waiting > 0 && (
            <div class="notice" role="status">
              <p>
                {`${counted(waiting, 'row')} ${waiting === 1 ? 'is' : 'are'} not matched yet: the account reached its requests per minute.`}{' '}
                <button name="do" value="continue">
                  Continue
                </button>
              </p>
            </div>
          )}
          <input type="hidden" name="outcome" value={wanted ?? ''} />
          <input type="hidden" name="offset" value={offset} />
          <details>
            <summary>Columns</summary>
            <Columns list={list} roles={roles} />
            <button name="do" value="match">
              Match again with these columns
            </button>
          </details>
          <ul class="chips" aria-label="Rows by outcome">
            <li>
              <a href={here({})} aria-current={wanted === undefined ? 'true' : undefined}>
                {`All ${number(all.length)}`}
              </a>
            </li>
            {counts.map(({ outcome, count }) => (
              <li>
                <a href={here({ outcome })} aria-current={wanted === outcome ? 'true' : undefined}>
                  {`${wordOf(outcome)} ${number(count)}`}
                </a>
              </li>
            ))}
          </ul>
          <Table
            caption={`${counted(filtered.length, 'row')} in the order of the list`}
            rows={shown}
            columns={[
              { head: 'Your row', cell: ({ question }) => Object.values(question).join(', ') },
              { head: 'Outcome', cell: ({ outcome }) => wordOf(outcome) },
              { head: 'Record', cell: (row) => <Records row={row} /> },
              { head: 'Why', cell: ({ result }) => result.reason },
            ]}
          />
          <Pager
            offset={offset}
            limit={PAGE_ROWS}
            shown={shown.length}
            total={filtered.length}
            hasMore={offset + shown.length < filtered.length}
            at={(to) => here({ outcome: wanted, offset: to })}
          />
          {shown.some(({ match }) => isChoice(match)) && (
            <p class="quiet">
              Keys: <kbd>j</kbd> and <kbd>k</kbd> go to the next and previous row to choose, <kbd>1</kbd> to{' '}
              <kbd>9</kbd> choose a candidate, <kbd>n</kbd> none.
            </p>
          )}
          <Choices rows={shown} />
          <p class="actions">
            {shown.some(({ match }) => isChoice(match)) && (
              <button class="main" name="do" value="choose">
                Save my choices
              </button>
            )}
            {soles > 0 && (
              <button name="do" value="accept">
                {`Accept the only candidate (${counted(soles, 'row')})`}
              </button>
            )}
            <a href={`/match/${id}/rows.csv`}>Download as CSV</a>
            <a href={`/match/${id}/rows.xlsx`}>Excel workbook</a>
            <a href="/match">Another list</a>
          </p>
          {kept.owner !== '' && records > 0 && (
            <p class="actions">
              <a href={`/watches?list=${id}`}>{`Watch these ${number(records)}`}</a>
              <a href={`/match/${id}/changes`}>Changes to these records</a>
              <a href="/lists">Your lists</a>
            </p>
          )}
          <p class="quiet">
            {kept.owner === ''
              ? `This address is stored until ${dayOf(endsAt)}. Everyone who has it and may read the pages can open it.`
              : 'Only your account can open this list. It is stored until you delete it.'}{' '}
            <button name="do" value="delete">
              Delete this list
            </button>
          </p>
        </form>
      </>
    ),
  };
}

function wordOf(outcome: ListOutcome): string {
  return WORDS[outcome] ?? outcome;
}

/** The start of a page of rows. */
function offsetOf(text: string | null, total: number): number {
  const offset = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  return offset < total ? offset - (offset % PAGE_ROWS) : 0;
}

function Records({ row: { place, match, chosen, question } }: { readonly row: PlacedRow }) {
  const { candidates, outcome } = match;
  const [first] = candidates;
  if (outcome === 'found' && first) {
    return (
      <>
        <a href={entityPath(first.id)}>{first.name}</a>
        {` ${first.state ?? ''}, ${percent(first.probability)}`}
      </>
    );
  }
  if (!isChoice(match)) return null;
  if (isCompared(match)) {
    const picked = candidates.find(({ id }) => id === chosen);
    return (
      <>
        {picked && <>{`Chosen: ${picked.name}. `}</>}
        <a href={`#row-${place + 1}`}>{`Compare ${counted(candidates.length, 'candidate')}`}</a>
      </>
    );
  }
  return (
    <fieldset data-choice>
      <legend class="unseen">{`Choose the record of ${question.name ?? 'the row'}`}</legend>
      {candidates.map(({ id, name, state, probability }) => (
        <label class="option">
          <input type="radio" name={`choice-${place}`} value={id} checked={id === chosen} />{' '}
          <a href={entityPath(id)}>{name}</a>
          {` ${state ?? ''}, ${percent(probability)}`}
        </label>
      ))}
      <label class="option">
        <input type="radio" name={`choice-${place}`} value="" checked={!chosen} /> None of these
      </label>
    </fieldset>
  );
}
