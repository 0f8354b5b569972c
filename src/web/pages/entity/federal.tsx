import type { ComponentChildren } from 'preact';
import { About, Form } from '../../parts/filing.js';
import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { type Column, Table } from '../../parts/table.js';
import { ContractYears } from './contract-years.js';
import { LISTS, type ListKind } from './lists.js';
import { type EntityShown, From, type Part, type Provenance } from './provenance.js';

interface SectionProps {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}

interface ListProps<Row> {
  readonly id: string;
  readonly title: string;
  /** The noun of a row, and of several. */
  readonly nouns: readonly [string, string];
  readonly part: Part;
  readonly list: { readonly items: readonly Row[]; readonly totalCount: number } | undefined;
  readonly columns: readonly Column<Row>[];
  readonly provenance: Provenance;
  /** Leads to the rest, if there is more. */
  readonly rest?: ComponentChildren;
}

/** A list of the newest, with its count and its source. */
function ListSection<Row>({ id, title, nouns, part, list, columns, provenance, rest }: ListProps<Row>) {
  if (!list || list.totalCount === 0) return null;
  const { items, totalCount } = list;
  const [one, many] = nouns;
  const caption =
    totalCount === items.length
      ? counted(totalCount, one, many)
      : `The newest ${number(items.length)} of ${counted(totalCount, one, many)}`;
  return (
    <section id={id} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>
        {title} <From number={provenance.numberOf(provenance.sourceOf(part))} />
      </h2>
      <Table caption={caption} columns={columns} rows={items} />
      {totalCount > items.length && rest && <p>{rest}</p>}
    </section>
  );
}

/** SEC filings, contracts and lobbying. */
export function Federal({ shown, provenance }: SectionProps) {
  const { sec } = shown.entity.federal ?? {};
  return (
    <>
      <ListSection
        id="sec"
        title="SEC filings"
        nouns={['filing', 'filings']}
        part="sec"
        list={sec}
        provenance={provenance}
        columns={[
          { head: 'Form', cell: ({ type, typeTitle }) => <Form form={type} title={typeTitle} /> },
          { head: 'Filed', kind: 'date', cell: ({ date }) => date },
          {
            head: 'Description',
            cell: ({ description, ...filing }) => <About text={description ?? ''} {...filing} />,
          },
        ]}
      />
      <SecRest shown={shown} />
      <Listed kind="contracts" shown={shown} provenance={provenance} />
      <ContractYears entity={shown.entity} />
      <Listed kind="lobbying" shown={shown} provenance={provenance} />
    </>
  );
}

/** The way to all filings of the linked filer. */
function SecRest({ shown: { entity, meta } }: { readonly shown: EntityShown }) {
  const filer = meta.links?.find(({ attached, key }) => attached && key.startsWith('cik:'));
  if (!filer || !entity.federal?.sec?.totalCount) return null;
  const cik = filer.key.slice('cik:'.length).padStart(10, '0');
  return (
    <p>
      <a href={`/sec?cik=${cik}`}>All filings of this filer, by form and year</a>
    </p>
  );
}

/** Liens and pandemic loans. */
export function Money(props: SectionProps) {
  return (
    <>
      <Listed kind="liens" {...props} />
      <Listed kind="loans" {...props} />
    </>
  );
}

/** The newest of a list, and the way to its further pages. */
function Listed({ kind, shown, provenance }: SectionProps & { readonly kind: ListKind }) {
  const list = LISTS[kind];
  const { entity } = shown;
  return (
    <ListSection
      {...list}
      list={list.of(entity)}
      provenance={provenance}
      rest={<a href={entityPath(entity.id, `/${kind}?offset=25`)}>{`Further ${list.nouns[1]}`}</a>}
    />
  );
}
