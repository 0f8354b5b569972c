import { isChoice, type PlacedRow, type RowMatch } from '../../../operations/lists/outcomes.js';
import { SideBySide } from '../../parts/side-by-side.js';

/** Returns true if the candidates of the row are compared side by side. */
export function isCompared(match: RowMatch): boolean {
  const { candidates } = match;
  return isChoice(match) && candidates.length > 0 && candidates.every(({ evidence }) => evidence);
}

/** Shows the candidates of uncertain rows side by side. */
export function Choices({ rows }: { readonly rows: readonly PlacedRow[] }) {
  const compared = rows.filter(({ match }) => isCompared(match));
  if (compared.length === 0) return null;
  return (
    <>
      <h2>To choose</h2>
      {compared.map((row) => (
        <Choice row={row} />
      ))}
    </>
  );
}

function Choice({ row: { place, question, match, chosen } }: { readonly row: PlacedRow }) {
  const title = question.name ?? Object.values(question).join(', ');
  const id = `row-${place + 1}`;
  const name = `choice-${place}`;
  return (
    <section id={id} aria-labelledby={`${id}-head`} data-choice>
      <h3 id={`${id}-head`}>{title}</h3>
      <p>{match.reason}</p>
      <SideBySide
        caption={`Candidates for ${title}`}
        candidates={match.candidates.map(({ state = null, evidence = [], ...candidate }) => ({
          ...candidate,
          state,
          evidence,
        }))}
        common={{ side: 'ours', head: 'Your row' }}
        choice={(candidate) => (
          <label class="option">
            <input type="radio" name={name} value={candidate.id} checked={candidate.id === chosen} /> This one
          </label>
        )}
      />
      <label class="option">
        <input type="radio" name={name} value="" checked={!chosen} /> None of these
      </label>
    </section>
  );
}
