import { randomUUID } from 'node:crypto';
import { Confirm, Field, Once, SendButton } from '../../parts/form.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import type { AccountItem } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

/** The accounts of the service: made, given credits, suspended, resumed and closed. */
export const accountsPage = definePage({
  path: '/operate/accounts',
  name: 'operate.accounts',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('adminListAccounts');
    const { query } = visit.facts;
    const chosen = data.find(({ id }) => id === query.get('id'));
    const what = query.get('do') ?? '';
    if (chosen && what === 'close') return close(chosen);
    if (chosen && what === 'grant') return grant(chosen);
    return list(data);
  },
  submit: async (visit, form) => {
    await change(visit, form);
    return { to: '/operate/accounts' };
  },
});

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

/** A text that is none stays as it is: the operation says what is wrong with it. */
function wholeNumber(text: string | null): number | string {
  const plain = (text ?? '').replaceAll(',', '').trim();
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

function list(accounts: readonly AccountItem[]): PageView {
  return {
    title: `Accounts: ${accounts.length}`,
    body: (
      <>
        <h1>Accounts</h1>
        <Table
          caption={counted(accounts.length, 'account')}
          rows={accounts}
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
            { head: 'Change', cell: (account) => <Changes account={account} /> },
          ]}
        />
        <h2>New account</h2>
        <form class="form" method="post" action="/operate/accounts">
          <input type="hidden" name="do" value="create" />
          <Once />
          <Field name="name" label="Name" isRequired />
          <Field name="monthlyCredits" label="Credits a month" value="10000" isRequired />
          <Field name="requestsPerMinute" label="Requests a minute" value="600" isRequired />
          <div>
            <button class="main">Make the account</button>
          </div>
        </form>
        <p>
          <a href="/operate">Operate</a>
        </p>
      </>
    ),
  };
}

function Changes({ account: { id, name, status } }: { readonly account: AccountItem }) {
  if (status === 'closed') return null;
  const isActive = status === 'active';
  return (
    <>
      <a href={`/operate/accounts?do=grant&id=${id}`} aria-label={`Give credits to ${name}`}>
        Give credits
      </a>
      {' · '}
      <a href={`/operate/accounts?do=close&id=${id}`} aria-label={`Close ${name}`}>
        Close
      </a>{' '}
      <SendButton
        action="/operate/accounts"
        values={{ do: isActive ? 'suspend' : 'resume', id }}
        label={isActive ? 'Suspend' : 'Resume'}
        of={name}
      />
    </>
  );
}

function grant({ id, name }: AccountItem): PageView {
  return {
    title: `Credits for ${name}`,
    body: (
      <>
        <h1>{`Credits for ${name}`}</h1>
        <form class="form" method="post" action="/operate/accounts">
          <input type="hidden" name="do" value="grant" />
          <Once />
          <input type="hidden" name="id" value={id} />
          <Field name="credits" label="How many" isRequired />
          <Field name="reason" label="Why" hint="It stands in the account’s statement." isRequired />
          <div>
            <button class="main">Give them</button>
          </div>
        </form>
        <p>
          <a href="/operate/accounts">Back, and change nothing</a>
        </p>
      </>
    ),
  };
}

function close({ id, name }: AccountItem): PageView {
  return {
    title: `Close ${name}`,
    body: (
      <Confirm
        action="/operate/accounts"
        values={{ do: 'close', id }}
        title={`Close the account ${name}?`}
        text="Its keys end and its credits are gone, for good. To stop it for a while, suspend it."
        label="Close the account"
        back="/operate/accounts"
      />
    ),
  };
}
