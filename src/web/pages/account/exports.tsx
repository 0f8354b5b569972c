import { randomUUID } from 'node:crypto';
import { EXPORT_FORMATS, EXPORT_KINDS, EXPORT_PRICE, type ExportItem } from '../../../contract/export.js';
import { dayOf } from '../../parts/dates.js';
import { Choice, Confirm, Field } from '../../parts/form.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage, type PageView } from '../../site/page.js';

/** Filters in the form, with labels; the API has more. */
const FILTERS = {
  name: 'Name',
  state: 'State',
  status: 'Status',
  q: 'Words of filings',
  forms: 'Forms',
} as const;

/** The exports of the account, and the form for a new one: it shows the rule of the price before the export starts. */
export const exportsPage = definePage({
  path: '/exports',
  name: 'exports',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('listExports');
    const chosen = data.find(({ id }) => id === visit.facts.query.get('id'));
    if (chosen && visit.facts.query.get('do') === 'delete') {
      return { title: 'Delete an export', body: <Delete item={chosen} /> };
    }
    return {
      title: `Exports: ${data.length}`,
      body: (
        <>
          <h1>Exports</h1>
          <p class="lead">
            All records that match a filter, as files. {EXPORT_PRICE}. Creating an export costs 1 credit; the
            rest of the price is charged when the files are complete.
          </p>
          {data.length === 0 ? <p>No exports yet.</p> : <Exports items={data} />}
          <h2>New export</h2>
          <form class="form" method="post" action="/exports">
            <Choice
              name="kind"
              label="Rows"
              value="entities"
              none={null}
              options={EXPORT_KINDS.map((id) => [id, id])}
            />
            <Choice
              name="format"
              label="Format"
              value="csv"
              none={null}
              options={EXPORT_FORMATS.map((id) => [id, id.toUpperCase()])}
            />
            {Object.entries(FILTERS).map(([name, label]) => (
              <Field name={name} label={label} />
            ))}
            <div>
              <button class="main">Continue</button>
            </div>
          </form>
        </>
      ),
    };
  },
  submit: async (visit, form) => {
    const id = form.get('id') ?? '';
    const isConfirmed = form.get('confirmed') === 'yes';
    if (form.get('do') === 'delete' && isConfirmed) {
      await visit.call('deleteExport', { params: { id } });
      return { to: '/exports' };
    }
    const values = Object.fromEntries(
      ['kind', 'format', ...Object.keys(FILTERS)].flatMap((name) => {
        const value = form.get(name)?.trim() ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
    const { kind, format, ...filter } = values;
    const body = { kind, format, filter };
    if (isConfirmed) {
      await visit.call('createExport', { body, once: form.get('once') ?? randomUUID() });
      return { to: '/exports' };
    }
    await visit.call('createExport', { body, query: { dry_run: 'true' } });
    return confirmation(values);
  },
});

function confirmation(values: Readonly<Record<string, string>>): PageView {
  return {
    title: 'New export',
    body: (
      <Confirm
        action="/exports"
        values={values}
        title="Start this export?"
        text={`Price: ${EXPORT_PRICE}. Creating the export costs 1 credit, which is not refunded if you delete it. If your balance does not cover the price, nothing is written.`}
        label="Start the export"
        back="/exports"
      />
    ),
  };
}

function Exports({ items }: { readonly items: readonly ExportItem[] }) {
  return (
    <Table
      caption={`${counted(items.length, 'export')}, newest first`}
      rows={items}
      columns={[
        { head: 'Export', cell: ({ id }) => <code>{id}</code> },
        { head: 'Rows of', cell: ({ kind, format }) => `${kind}, ${format}` },
        { head: 'Filter', cell: ({ filter }) => filterText(filter) },
        { head: 'Rows', kind: 'number', cell: ({ rows }) => (rows === null ? '' : number(rows)) },
        {
          head: 'Price',
          kind: 'number',
          cell: ({ credits, charged }) =>
            credits === null ? '' : `${number(credits)}${charged ? '' : ', not fully charged'}`,
        },
        { head: 'State', cell: ({ state, error }) => error ?? state },
        { head: 'Made', kind: 'date', cell: ({ createdAt }) => dayOf(createdAt) },
        { head: 'Files', cell: (item) => <Files item={item} /> },
        {
          head: 'Change',
          cell: ({ id }) => (
            <a href={`/exports?do=delete&id=${id}`} aria-label={`Delete the export ${id}`}>
              Delete
            </a>
          ),
        },
      ]}
    />
  );
}

/** A browser sends no key: files are fetched by a program. */
function Files({ item: { id, parts } }: { readonly item: ExportItem }) {
  if (parts.length === 0) return <>none yet</>;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return (
    <details>
      <summary>{`${counted(parts.length, 'file')}, ${number(Math.ceil(bytes / 1024))} KB`}</summary>
      <pre>{`curl -O -H "Authorization: Bearer $KEY" \\\n  $URL/api/v1/exports/${id}/parts/1`}</pre>
    </details>
  );
}

function Delete({ item }: { readonly item: ExportItem }) {
  return (
    <Confirm
      action="/exports"
      values={{ do: 'delete', id: item.id }}
      title={`Delete the export ${item.id}?`}
      text="Its files are deleted immediately. Charged credits are not refunded."
      label="Delete the export"
      back="/exports"
    />
  );
}

function filterText(filter: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${String(value)}`);
  return parts.length === 0 ? 'all' : parts.join('; ');
}
