import type { FilledFields } from '../../../contract/service/source.js';
import { dayOf } from '../../parts/dates.js';
import { counted, number, tenths } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { ABSENCE_WORDS, fieldWords } from '../../parts/words.js';

type Field = FilledFields['fields'][number];

/** How many records fill each field: a bar and the numbers in one row, and why the others lack it. */
export function Filled({ filled }: { readonly filled: FilledFields }) {
  const { records, fields, countedAt, streetsWithheld } = filled;
  return (
    <section aria-labelledby="filled">
      <h2 id="filled">Filled fields</h2>
      <Table
        caption={`${counted(records, 'record')}, counted at the end of the load of ${dayOf(countedAt)}`}
        rows={fields}
        columns={[
          { head: 'Field', cell: ({ field }) => fieldWords(field) },
          { head: 'Share', cell: (field) => <Share field={field} records={records} /> },
          { head: 'Records', kind: 'number', cell: ({ filled: count }) => number(count) },
          { head: 'The others', cell: ({ missing }) => <Missing missing={missing} /> },
        ]}
      />
      {streetsWithheld > 0 && (
        <p class="quiet">{`The street is withheld in ${counted(streetsWithheld, 'record')} of individuals; the address counts as filled.`}</p>
      )}
    </section>
  );
}

/** The bar is drawn over the whole width, so that a short one is seen as a part of all. */
function Share({ field: { filled, missing }, records }: { readonly field: Field; readonly records: number }) {
  const withheld = missing.find(({ reason }) => reason === 'withheld')?.records ?? 0;
  const part = (count: number) => (records === 0 ? 0 : (WIDTH * count) / records);
  return (
    <div class="share">
      <svg class="picture" viewBox={`0 0 ${WIDTH} 10`} width={WIDTH} height={10} aria-hidden="true">
        <rect class="rest" width={WIDTH} height={10} />
        <rect class="bar" width={part(filled)} height={10} />
        <rect class="part-2" x={part(filled)} width={part(withheld)} height={10} />
      </svg>
      <span>{tenths(filled, records)}</span>
    </div>
  );
}

const WIDTH = 120;

function Missing({ missing }: Pick<Field, 'missing'>) {
  return (
    <>
      {missing.map(({ reason, records }, at) => (
        <>
          {at > 0 && '; '}
          {`${number(records)}: ${ABSENCE_WORDS[reason]}`}
        </>
      ))}
    </>
  );
}
