import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import type { WatchItem } from '../../../contract/watch.js';
import { dayOf } from '../../parts/dates.js';
import { Confirm, Field, Once, SendButton } from '../../parts/form.js';
import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { fieldWords } from '../../parts/words.js';
import type { Delivery } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

/** Members of a query that the form offers, with their labels. */
const QUERY = {
  list: 'List (id)',
  source: 'Source',
  state: 'State',
  cik: 'Filer (CIK)',
  form: 'Form',
} as const;
const LISTS: readonly string[] = ['source', 'state', 'form'];

/** The watches of the account, and the form for a new one. */
export const watchesPage = definePage({
  path: '/watches',
  name: 'watches',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('listWatches');
    const id = visit.facts.query.get('entity') ?? '';
    return {
      title: `Watches: ${data.length}`,
      body: (
        <>
          <h1>Watches</h1>
          <p class="lead">
            A watch makes a signed message for each change and sends it to your endpoint, if you have one. It
            costs no credits.
          </p>
          {data.length === 0 ? <p>No watches yet.</p> : <Watches watches={data} />}
          <h2>New watch</h2>
          <form class="form" method="post" action="/watches">
            <Once />
            <Field
              name="endpoint"
              label="Address"
              type="url"
              hint="https, port 443 or 8443; no private address. Leave it empty to read the messages as a feed or with the API."
            />
            <Field
              name="id"
              label="Record"
              value={id}
              hint="The id of an entity, or a query with the fields below."
            />
            {Object.entries(QUERY).map(([name, label]) => (
              <Field name={name} label={label} value={visit.facts.query.get(name) ?? ''} />
            ))}
            <div>
              <button class="main">Watch</button>
            </div>
          </form>
          <p class="quiet">
            <a href="/docs/api/createWatch">Message format and verification</a>
          </p>
        </>
      ),
    };
  },
  submit: async (visit, form) => {
    const query = Object.fromEntries(
      Object.keys(QUERY).flatMap((name) => {
        const value = form.get(name)?.trim() ?? '';
        if (value === '') return [];
        return [[name, LISTS.includes(name) ? value.split(/[\s,]+/) : value]];
      }),
    );
    const id = form.get('id')?.trim() ?? '';
    const endpoint = form.get('endpoint')?.trim() ?? '';
    const body = {
      ...(endpoint !== '' && { endpoint }),
      ...(id !== '' && { id }),
      ...(Object.keys(query).length > 0 && { query }),
    };
    const { data } = await visit.call('createWatch', { body, once: form.get('once') ?? randomUUID() });
    return secret(data.id, data.secret, 'Watch created.');
  },
});

/** One watch: its messages, and what can be done about it. */
export const watchPage = definePage({
  path: '/watches/:id',
  name: 'watch',
  access: 'account',
  show: async (visit) => {
    const id = visit.facts.params.id ?? '';
    const { data } = await visit.call('getWatch', { params: { id } });
    if (visit.facts.query.get('do') === 'delete')
      return { title: 'Delete a watch', body: <Delete watch={data} /> };
    return one(data, data.endpoint === null ? await unsent(visit, id) : await sent(visit, id));
  },
  submit: async (visit, form) => {
    const id = visit.facts.params.id ?? '';
    return await changed(visit, id, form);
  },
});

async function changed(visit: Visit, id: string, form: URLSearchParams) {
  const params = { id };
  const what = form.get('do') ?? '';
  if (what === 'delete' && form.get('confirmed') === 'yes') {
    await visit.call('deleteWatch', { params });
    return { to: '/watches' };
  }
  if (what === 'rotate') {
    const once = form.get('once') ?? randomUUID();
    const body = { overlapSeconds: 86_400 };
    const { data } = await visit.call('rotateWatchSecret', { params, body, once });
    return secret(id, data.secret, 'Messages are signed with both secrets for a day.');
  }
  if (what === 'test') await visit.call('testWatch', { params });
  if (what === 'resume') await visit.call('resumeWatch', { params });
  return { to: `/watches/${encodeURIComponent(id)}` };
}

function Watches({ watches }: { readonly watches: readonly WatchItem[] }) {
  return (
    <Table
      caption={counted(watches.length, 'watch', 'watches')}
      rows={watches}
      columns={[
        { head: 'Watch', cell: ({ id }) => <a href={`/watches/${id}`}>{id}</a> },
        { head: 'Of', cell: (watch) => <Subject watch={watch} /> },
        { head: 'Address', cell: ({ endpoint }) => endpoint ?? 'none' },
        { head: 'State', cell: (watch) => stateOf(watch) },
        { head: 'Waiting', kind: 'number', cell: ({ waiting }) => number(waiting) },
      ]}
    />
  );
}

function Subject({ watch: { entityId, query } }: { readonly watch: WatchItem }) {
  if (entityId !== null) return <a href={entityPath(entityId)}>{entityId}</a>;
  if (query?.list !== undefined) return <a href={`/match/${query.list}`}>{`list ${query.list}`}</a>;
  const parts = Object.entries(query ?? {}).map(([name, value]) => `${name} ${[value].flat().join(', ')}`);
  return <>{parts.join('; ')}</>;
}

function stateOf({ status }: WatchItem): string {
  if (status === 'failing') return 'the last attempt failed';
  return status === 'disabled' ? 'stopped: the receiver returned 410' : 'active';
}

async function sent(visit: Visit, id: string) {
  const { data } = await visit.call('listDeliveries', { params: { id } });
  return data.length === 0 ? <p>No messages yet.</p> : <Deliveries deliveries={data} />;
}

const MESSAGES_SHOWN = 50;

/** The messages of a watch that sends none, since it was created. */
async function unsent(visit: Visit, id: string) {
  const cursor = visit.facts.query.get('cursor') ?? '';
  const query = { limit: String(MESSAGES_SHOWN), ...(cursor !== '' && { cursor }) };
  const page = await visit.callUnless('cursor_expired', 'listWatchMessages', { params: { id }, query });
  if (!page) return <p>The first messages were deleted. Read the later ones as a feed or with the API.</p>;
  const { data, meta } = page;
  return (
    <>
      {data.length === 0 && (
        <p>{meta.hasMore ? 'No messages in this part of the feed.' : 'No messages yet.'}</p>
      )}
      {data.length > 0 && <Messages messages={data.map(({ body }) => JSON.parse(body) as MessageBody)} />}
      {meta.hasMore && (
        <nav class="pager" aria-label="Pages">
          <a rel="next" href={`/watches/${id}?${new URLSearchParams({ cursor: meta.cursor })}`}>
            Next
          </a>
        </nav>
      )}
    </>
  );
}

interface MessageBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly recordType: string; readonly fields: readonly string[] };
}

function Messages({ messages }: { readonly messages: readonly MessageBody[] }) {
  return (
    <Table
      caption={`${counted(messages.length, 'message')}, oldest first`}
      rows={messages}
      columns={[
        {
          head: 'Record',
          cell: ({ data: { id, recordType } }) =>
            recordType === 'entity' ? <a href={entityPath(id, '/timeline')}>{id}</a> : id,
        },
        { head: 'Type', cell: ({ type }) => type },
        { head: 'Fields', cell: ({ data }) => data.fields.map(fieldWords).join(', ') },
        { head: 'Seen by this service', kind: 'date', cell: ({ timestamp }) => dayOf(timestamp) },
      ]}
    />
  );
}

function one(watch: WatchItem, messages: ComponentChildren): PageView {
  const at = `/watches/${watch.id}`;
  return {
    title: `Watch ${watch.id}`,
    body: (
      <>
        <h1>{`Watch ${watch.id}`}</h1>
        <dl class="facts">
          <div>
            <dt>Of</dt>
            <dd>
              <Subject watch={watch} />
            </dd>
          </div>
          <div>
            <dt>Address</dt>
            <dd>{watch.endpoint ?? 'none: messages are read, not sent'}</dd>
          </div>
          <div>
            <dt>State</dt>
            <dd>{stateOf(watch)}</dd>
          </div>
          <div>
            <dt>Made</dt>
            <dd>{dayOf(watch.createdAt)}</dd>
          </div>
        </dl>
        <div class="actions">
          {watch.endpoint !== null && <SendButton action={at} values={{ do: 'test' }} label="Send a test" />}
          {watch.status === 'disabled' && <SendButton action={at} values={{ do: 'resume' }} label="Resume" />}
          <SendButton action={at} values={{ do: 'rotate' }} label="New secret" />
          <a href={`${at}?do=delete`}>Delete</a>
        </div>
        <h2>Messages</h2>
        {messages}
        <p>
          <a href="/watches">All watches</a>
        </p>
      </>
    ),
  };
}

function Deliveries({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  return (
    <Table
      caption={`${counted(deliveries.length, 'message')}, newest first`}
      rows={deliveries}
      columns={[
        { head: 'Message', cell: ({ id }) => <code>{id}</code> },
        { head: 'Type', cell: ({ type }) => type },
        { head: 'State', cell: ({ state }) => state },
        { head: 'Tries', kind: 'number', cell: ({ tries }) => number(tries.length) },
        { head: 'Last try', cell: ({ tries }) => lastOf(tries) },
      ]}
    />
  );
}

function lastOf(tries: Delivery['tries']): string {
  const last = tries.at(-1);
  if (!last) return 'not sent yet';
  return last.problem ?? `returned ${last.status} in ${number(last.ms)} ms`;
}

function Delete({ watch }: { readonly watch: WatchItem }) {
  return (
    <Confirm
      action={`/watches/${watch.id}`}
      values={{ do: 'delete' }}
      title={`Delete the watch ${watch.id}?`}
      text={
        watch.endpoint === null
          ? 'Its messages can no longer be read.'
          : `${watch.endpoint} gets no more messages, and queued messages are lost.`
      }
      label="Delete the watch"
      back={`/watches/${watch.id}`}
    />
  );
}

function secret(id: string, key: string, text: string): PageView {
  return {
    title: 'Watch secret',
    body: (
      <div class="problem">
        <h1>Watch secret</h1>
        <p>{text} The secret verifies messages; it is shown only once: store it now.</p>
        <pre>{key}</pre>
        <button type="button" class="slight" data-copy={key} hidden>
          Copy
        </button>
        <p>
          <a href={`/watches/${encodeURIComponent(id)}`}>The watch</a>
        </p>
      </div>
    ),
  };
}
