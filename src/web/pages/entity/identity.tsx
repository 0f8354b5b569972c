import type { ReachedNumber } from '../../../contract/records/identity.js';
import { entityPath } from '../../parts/links.js';
import { Table } from '../../parts/table.js';
import { type EntityShown, From, type Provenance } from './provenance.js';

/** Other numbers of the body and the records that state them, each joined by an exact number. */
export function AlsoThisBody({
  shown: { entity, meta },
  provenance,
}: {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}) {
  const { identity = [] } = meta;
  if (identity.length === 0) return null;
  const columns = [
    {
      head: 'Number',
      cell: ({ scheme, value }: ReachedNumber) => (
        <>
          {SCHEME_WORDS[scheme]} <span class="mono">{value}</span>
        </>
      ),
    },
    {
      head: 'Stated by',
      cell: ({ statedBy }: ReachedNumber) => (
        <>
          {statedBy.key === entity.id ? 'this record' : statedBy.name}{' '}
          <span class="quiet">{editionOf(statedBy)}</span>{' '}
          <From number={provenance.numberOf(statedBy.source)} />
        </>
      ),
    },
    {
      head: 'Records',
      cell: ({ records }: ReachedNumber) => (
        <ul>
          {records.map((record) => (
            <li>
              <RecordLink record={record} /> <From number={provenance.numberOf(record.source)} />
            </li>
          ))}
        </ul>
      ),
    },
  ] as const;
  return (
    <section id="identity" aria-labelledby="identity-head">
      <h2 id="identity-head">Also this body</h2>
      <Table caption="Records joined by exact numbers, never by name" columns={columns} rows={identity} />
    </section>
  );
}

function RecordLink({ record }: { readonly record: ReachedNumber['records'][number] }) {
  const { id, kind, key, name } = record;
  if (id !== null) return <a href={entityPath(id)}>{name}</a>;
  return kind === 'filer' ? <a href={`/sec?cik=${key}`}>{name}</a> : name;
}

function editionOf({ file, asOf, loadedAt }: ReachedNumber['statedBy']): string {
  const day = asOf === null ? `loaded ${loadedAt?.slice(0, 10) ?? 'earlier'}` : `as of ${asOf}`;
  return file === null ? `(${day})` : `(${file}, ${day})`;
}

const SCHEME_WORDS: Readonly<Record<ReachedNumber['scheme'], string>> = {
  ein: 'EIN',
  cik: 'CIK',
  uei: 'UEI',
  cage: 'CAGE code',
  lei: 'LEI',
  fdic: 'FDIC certificate',
  npi: 'NPI',
  usdot: 'USDOT number',
  ticker: 'Ticker',
  accession: 'Accession number',
  'file-number': 'SEC file number',
  'state-number': 'State register',
};
