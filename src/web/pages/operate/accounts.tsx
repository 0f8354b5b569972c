import { randomUUID } from 'node:crypto';
import { Confirm, Field, Once, SendButton } from '../../parts/form.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import type { AccountItem, AnswerOf } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

/** The accounts of the service: made, given credits, suspended, resumed and closed. */
export const accountsPage = definePage({
  path: '/operate/accounts',
  name: 'operate.accounts',
  access: 'account',
  show: async (visit) => {
    const { query } = visit.facts;
    const answer = await visit.call('adminListAccounts', { query: { offset: query.get('offset') ?? '0' } });
    const { data, meta } = answer;
    const chosen = data.find(({ id }) => id === query.get('id'));
    const what = query.get('do') ?? '';
    if (chosen && what === 'close') return close(chosen, meta.offset);
    if (chosen && what === 'grant') return grant(chosen, meta.offset);
    return list(answer);
  },
  submit: async (visit, form) => {
    await change(visit, form);
    const offset = form.get('offset') ?? '';
    return { to: pageAt(/^\d{1,15}$/.test(offset) ? Number(offset) : 0) };
  },
});

/** The page of the list at an offset. */
function pageAt(offset: number): string {
  return offset === 0 ? '/operate/accounts' : `/operate/accounts?offset=${offset}`;
}

async function change(visit: Visit, form: URLSearchParams): Promise<void> {
  const params = { id: form.get('id') ?? '' };
  const what = form.get('do');
  const once = form.get('once') ?? randomUUID();
  if (what === 'create') {
    const body = {
      name: form.get('name')?.trim() ?? '',
      monthlyCredits: wholeNumber(form.get('monthlyCredits')),
      requestsPerMinute: wholeNumber(form.get('requestsPerMinute')),
    };
    await visit.call('adminCreateAccount', { body, once });
  }
  if (what === 'grant') {
    const body = { credits: wholeNumber(form.get('credits')), reason: form.get('reason')?.trim() ?? '' };
    await visit.call('adminGrant', { params, body, once });
  }
  if (what === 'suspend') await visit.call('adminSuspendAccount', { params });
  if (what === 'resume') await visit.call('adminResumeAccount', { params });
  if (what === 'close' && form.get('confirmed') === 'yes') await visit.call('adminCloseAccount', { params });
}

/** An invalid value is unchanged, and the operation reports it. */
function wholeNumber(text: string | null): number | string {
  const plain = (text ?? '').replaceAll(',', '').trim();
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

function list({ data, meta }: AnswerOf<'adminListAccounts'>): PageView {
  const { totalCount, offset, limit, hasMore } = meta;
  return {
    title: `Accounts: ${number(totalCount)}`,
    body: (
      <>
        <h1>Accounts</h1>
        <Table
          caption={counted(totalCount, 'account')}
          rows={data}
          columns={[
            { head: 'Name', cell: ({ name }) => name },
            { head: 'Id', cell: ({ id }) => <code>{id}</code> },
            { head: 'State', cell: ({ status }) => status },
            {
              head: 'Credits left',
              kind: 'number',
              cell: ({ creditsRemaining }) => number(creditsRemaining),
            },
            { head: 'A month', kind: 'number', cell: ({ monthlyCredits }) => number(monthlyCredits) },
            {
              head: 'Requests a minute',
              kind: 'number',
              cell: ({ requestsPerMinute }) => number(requestsPerMinute),
            },
            { head: 'Change', cell: (account) => <Changes account={account} offset={offset} /> },
          ]}
        />
        <Pager {...{ offset, limit, hasMore }} shown={data.length} total={totalCount} at={pageAt} />
        <h2>New account</h2>
        <form class="form" method="post" action="/operate/accounts">
          <input type="hidden" name="do" value="create" />
          <Once />
          <Field name="name" label="Name" isRequired />
          <Field name="monthlyCredits" label="Credits a month" value="10000" isRequired />
          <Field name="requestsPerMinute" label="Requests a minute" value="600" isRequired />
          <div>
            <button class="main">Create the account</button>
          </div>
        </form>
        <p>
          <a href="/operate">Operate</a>
        </p>
      </>
    ),
  };
}

interface ChangesProps {
  readonly account: AccountItem;
  /** The page of the list, to which a change comes back. */
  readonly offset: number;
}

function Changes({ account: { id, name, status }, offset }: ChangesProps) {
  if (status === 'closed') return null;
  const isActive = status === 'active';
  const place = offset === 0 ? '' : `&offset=${offset}`;
  return (
    <>
      <a href={`/operate/accounts?do=grant&id=${id}${place}`} aria-label={`Grant credits to ${name}`}>
        Grant credits
      </a>
      {' · '}
      <a href={`/operate/accounts?do=close&id=${id}${place}`} aria-label={`Close ${name}`}>
        Close
      </a>{' '}
      <SendButton
        action="/operate/accounts"
        values={{ do: isActive ? 'suspend' : 'resume', id, offset: String(offset) }}
        label={isActive ? 'Suspend' : 'Resume'}
        of={name}
      />
    </>
  );
}

function grant({ id, name }: AccountItem, offset: number): PageView {
  return {
    title: `Credits for ${name}`,
    body: (
      <>
        <h1>{`Credits for ${name}`}</h1>
        <form class="form" method="post" action="/operate/accounts">
          <input type="hidden" name="do" value="grant" />
          <Once />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="offset" value={offset} />
          <Field name="credits" label="How many" isRequired />
          <Field name="reason" label="Why" hint="Shown in the account’s statement." isRequired />
          <div>
            <button class="main">Grant</button>
          </div>
        </form>
        <p>
          <a href={pageAt(offset)}>Cancel</a>
        </p>
      </>
    ),
  };
}

function close({ id, name }: AccountItem, offset: number): PageView {
  return {
    title: `Close ${name}`,
    body: (
      <Confirm
        action="/operate/accounts"
        values={{ do: 'close', id, offset: String(offset) }}
        title={`Close the account ${name}?`}
        text="Its keys and credits are lost permanently. To stop it temporarily, suspend it."
        label="Close the account"
        back={pageAt(offset)}
      />
    ),
  };
}
