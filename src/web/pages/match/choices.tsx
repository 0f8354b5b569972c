import { SideBySide } from '../../parts/side-by-side.js';
import type { Answered } from './list.js';

/** Rows whose candidates stand side by side; those behind them are chosen within the table of all rows. */
const COMPARED_MOST = 50;

/** A row with its place in the list, and whether its candidates are compared below. */
export type PlacedRow = Answered & { readonly at: { readonly place: number; readonly isCompared: boolean } };

/** Whether a person must choose, or confirm the only candidate. */
export function isChoice({ match }: Pick<Answered, 'match'>): boolean {
  return match?.outcome === 'ambiguous' || match?.outcome === 'possible';
}

export function placed(answered: readonly Answered[]): readonly PlacedRow[] {
  let compared = 0;
  return answered.map((row, place) => {
    const isCompared = isChoice(row) && ++compared <= COMPARED_MOST;
    return { ...row, at: { place, isCompared } };
  });
}

/** The candidates of rows without a certain record side by side, for the reader to choose. */
export function Choices({ answered }: { readonly answered: readonly Answered[] }) {
  const compared = placed(answered).filter(({ at }) => at.isCompared);
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

function Choice({ row: { question, match, chosen, at } }: { readonly row: PlacedRow }) {
  const asked = question.name ?? Object.values(question).join(', ');
  const id = `row-${at.place + 1}`;
  const name = `choice-${at.place}`;
  return (
    <section id={id} aria-labelledby={`${id}-head`}>
      <h3 id={`${id}-head`}>{asked}</h3>
      <p>{match?.reason}</p>
      <SideBySide
        caption={`Candidates for ${asked}`}
        candidates={match?.candidates ?? []}
        common={{ side: 'ours', head: 'Asked' }}
        choice={(candidate) => (
          <label class="option">
            <input type="radio" name={name} value={candidate.id} checked={candidate.id === chosen} /> This one
          </label>
        )}
      />
      <label class="option">
        <input type="radio" name={name} value="" checked={!chosen} /> None of them
      </label>
    </section>
  );
}
