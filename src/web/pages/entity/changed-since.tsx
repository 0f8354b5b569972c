import { dayOf } from '../../parts/dates.js';
import { Field } from '../../parts/form.js';
import type { EntityShown } from './provenance.js';

const DAY_MS = 86_400_000;
/** The day that is offered lies so far back. */
const OFFERED_DAYS = 90;

/** Leads to the events of the record that were seen on a day or later. */
export function ChangedSince({ shown: { entity, now } }: { readonly shown: EntityShown }) {
  return (
    <section id="changed" aria-labelledby="changed-head" class="unprinted">
      <h2 id="changed-head">Changes of this record</h2>
      <form class="filters" method="get" action="/changes">
        <input type="hidden" name="id" value={entity.id} />
        <Field name="since" label="Seen since" type="date" value={dayOf(now - OFFERED_DAYS * DAY_MS)} />
        <button>Show the changes</button>
      </form>
    </section>
  );
}
