import { counted, number } from '../parts/numbers.js';
import type { Visit } from './visit.js';

/** The price of the page after it was paid, and what is left. */
export function Bill({ visit }: { readonly visit: Visit }) {
  const { used, remaining, replayed } = visit;
  const why = replayed && used === 0 ? ': this page was paid for within 24 hours' : '';
  return (
    <p>
      {`${counted(used, 'credit')} used${why}`}
      {remaining !== undefined && `, ${number(remaining)} left`}
      {'. '}
      <span>
        A search costs 1 credit, a record 7; the same page of the same data is charged once in 24 hours.
      </span>
    </p>
  );
}
