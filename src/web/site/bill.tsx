import { counted, number } from '../parts/numbers.js';
import { PRICES } from '../parts/words.js';
import type { Visit } from './visit.js';

/** The price of the page after it was paid, and what is left. */
export function Bill({ visit }: { readonly visit: Visit }) {
  const { used, remaining, replayed } = visit;
  const why = replayed && used === 0 ? ': this page was already paid for in the last 24 hours' : '';
  return (
    <p>
      {`${counted(used, 'credit')} used${why}`}
      {remaining !== undefined && `, ${number(remaining)} left`}
      {'. '}
      <span>{PRICES}</span>
    </p>
  );
}
