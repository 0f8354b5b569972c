import type { ChangeItem } from '../../../contract/changes.js';
import { CHANGE_KINDS, RECORD_TYPES } from '../../../contract/vocabulary.js';
import { SEC_FILERS } from '../../../domain/sec/sec.js';
import { dayOf } from '../../parts/dates.js';
import { Choice, Field } from '../../parts/form.js';
import { entityPath } from '../../parts/links.js';
import { counted } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { fieldWords } from '../../parts/words.js';
import { definePage } from '../../site/page.js';

/** The filters of GET /changes that the page offers, with their labels. */
const FILTERS = { state: 'State', id: 'Record', cik: 'Filer (CIK)', form: 'Form' } as const;
const KIND_WORDS: Readonly<Record<(typeof CHANGE_KINDS)[number], string>> = {
  baseline: 'First loaded',
  created: 'New',
  changed: 'Changed',
  gone: 'Gone',
  restored: 'Back again',
  link_changed: 'Link changed',
};
/** Sets of links have events, but no page. */
const LINK_SETS: Readonly<Partial<Record<string, string>>> = { [SEC_FILERS]: 'Links of SEC filers' };
/** Changes of one event that are shown; the rest is counted. */
const FIELDS_SHOWN = 4;

/** The feed of changes, oldest first, as GET /changes gives it. */
export const changesPage = definePage({
  path: '/changes',
  name: 'changes',
  nav: 'Changes',
  access: 'reader',
  show: async (visit) => {
    const parameters = visit.facts.query;
    const names = [...Object.keys(FILTERS), 'source', 'since', 'kind', 'recordType', 'cursor'];
    const query = Object.fromEntries(names.flatMap((name) => given(parameters, name)));
    const { data, meta } = await visit.call('listChanges', { query: { ...query, limit: '50' } });
    const sources = (await visit.call('listSources')).data;
    const titles = new Map(sources.map(({ id, title }) => [id, title]));
    const loaded = sources.filter(({ id, records }) => records > 0 || id === parameters.get('source'));
    const next = new URLSearchParams({ ...query, cursor: meta.cursor });
    const since = parameters.get('since')?.trim() ?? '';
    return {
      title: titleOf(query, data.length),
      body: (
        <>
          <h1>Changes</h1>
          <p class="lead">{`${introduction(since, meta.knownSince.slice(0, 10))} A source that is loaded for the first time is a single event.`}</p>
          <form class="filters" method="get" action="/changes">
            <Field name="since" label="Seen since" type="date" value={since} />
            <Choice
              name="source"
              label="Source"
              value={parameters.get('source') ?? ''}
              options={loaded.map(({ id, title }) => [id, title])}
            />
            {Object.entries(FILTERS).map(([name, label]) => (
              <Field name={name} label={label} value={parameters.get(name) ?? ''} />
            ))}
            <Choice
              name="kind"
              label="Kind"
              value={parameters.get('kind') ?? ''}
              options={CHANGE_KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
            />
            <Choice
              name="recordType"
              label="Record type"
              value={parameters.get('recordType') ?? ''}
              options={RECORD_TYPES.map((type) => [type, type])}
            />
            <button class="main">Show</button>
          </form>
          {data.length === 0 ? (
            <p>{meta.hasMore ? 'No matching events in this part of the feed.' : 'No more events.'}</p>
          ) : (
            <Events events={data} titles={titles} />
          )}
          <nav class="pager" aria-label="Pages">
            {parameters.has('cursor') && <a href={`/changes?${without(query, 'cursor')}`}>From the oldest</a>}
            {meta.hasMore && (
              <a rel="next" href={`/changes?${next}`}>
                Next
              </a>
            )}
            {!meta.hasMore && <span class="quiet">This is the end of the feed for now.</span>}
          </nav>
          <p class="quiet">
            Programs can follow this feed with <code>GET /api/v1/changes</code>, or receive it by a{' '}
            <a href="/watches">watch</a>.
          </p>
        </>
      ),
    };
  },
});

/** The displayed period: as requested, limited to what is known. */
function introduction(since: string, known: string): string {
  const later = since > known ? since : known;
  const all = `All changes to records since ${later}, oldest first.`;
  if (since === '' || since >= known) return all;
  return `${all} Changes between ${since} and ${known} are not available.`;
}

function titleOf({ id, since }: Readonly<Record<string, string>>, count: number): string {
  const of = id === undefined ? '' : ` of ${id}`;
  const from = since === undefined ? '' : ` since ${since}`;
  return `Changes${of}${from}: ${counted(count, 'event')} shown`;
}

/** `titles`: of the sources that have a page; a set of links has none. */
interface EventsProps {
  readonly events: readonly ChangeItem[];
  readonly titles: ReadonlyMap<string, string>;
}

export function Events({ events, titles }: EventsProps) {
  return (
    <Table
      caption={`${counted(events.length, 'event')}, oldest first`}
      rows={events}
      columns={[
        { head: 'Record', cell: (event) => <Subject event={event} titles={titles} /> },
        { head: 'Kind', cell: ({ kind }) => KIND_WORDS[kind] },
        { head: 'Seen by this service', kind: 'date', cell: ({ seenAt }) => dayOf(seenAt) },
        { head: 'Published', kind: 'date', cell: ({ publishedAt }) => publishedAt ?? 'not given' },
        {
          head: 'Source',
          cell: ({ source }) =>
            source === null ? 'several' : (titles.get(source) ?? LINK_SETS[source] ?? source),
        },
        { head: 'Changes', cell: (event) => <FieldChanges event={event} /> },
      ]}
    />
  );
}

interface SubjectProps {
  readonly event: ChangeItem;
  readonly titles: ReadonlyMap<string, string>;
}

function Subject({ event: { recordType, id, form, changes }, titles }: SubjectProps) {
  const name = changes.find(({ field }) => field === 'name')?.to;
  const title = titles.get(id);
  if (recordType === 'entity')
    return (
      <>
        <a href={entityPath(id)}>{typeof name === 'string' ? name : id}</a>
        {typeof name === 'string' && <> {id}</>}
      </>
    );
  if (recordType === 'source' && title !== undefined) return <a href={`/sources/${id}`}>{title}</a>;
  return <>{form === null ? (LINK_SETS[id] ?? id) : `${form} ${id}`}</>;
}

function FieldChanges({ event: { kind, changes } }: { readonly event: ChangeItem }) {
  if (changes.length === 0) return null;
  const isNew = kind === 'created' || kind === 'restored';
  const shown = isNew ? changes.filter(({ field }) => field === 'name' || field === 'filerName') : changes;
  const left = changes.length - Math.min(shown.length, FIELDS_SHOWN);
  return (
    <ul class="plain-list">
      {shown.slice(0, FIELDS_SHOWN).map(({ field, from, to }) => (
        <li>
          {`${fieldWords(field)}: `}
          {!isNew && (
            <>
              <del>{text(from)}</del>
              {' to '}
            </>
          )}
          <ins>{text(to)}</ins>
        </li>
      ))}
      {left > 0 && <li class="quiet">{`and ${counted(left, 'further field')}`}</li>}
    </ul>
  );
}

/** A value in at most a line. */
function text(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.length > 160 ? `${words.slice(0, 160)}…` : words;
}

function given(query: URLSearchParams, name: string): readonly (readonly [string, string])[] {
  const value = query.get(name)?.trim() ?? '';
  return value === '' ? [] : [[name, value]];
}

function without(query: Readonly<Record<string, string>>, name: string): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter(([key]) => key !== name));
}
