import { randomUUID } from 'node:crypto';
import { SCOPES } from '../../../contract/vocabulary.js';
import { keyState } from '../../../domain/accounts/api-key.js';
import { serverOf } from '../../../http/server-address.js';
import { dayOf } from '../../parts/dates.js';
import { Confirm, Field, Once } from '../../parts/form.js';
import { counted, number } from '../../parts/numbers.js';
import { Pager } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import type { Key } from '../../site/answers.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

/** How long a rotated key remains valid. */
const OVERLAP_SECONDS = 86_400;

/** The keys of the account that is signed in: made, rotated and revoked by a key with the scope `admin`. */
export const keysPage = definePage({
  path: '/keys',
  name: 'keys',
  access: 'account',
  show: async (visit) => {
    const { caller, query } = visit.facts;
    if (!caller?.scopes.includes('admin')) return ownKey(visit);
    const request = { account: caller.account.id, offset: query.get('offset') ?? '0' };
    const { data, meta } = await visit.call('adminListKeys', { query: request });
    const { totalCount, offset, limit, hasMore } = meta;
    const chosen = data.find(({ id }) => id === query.get('id'));
    if (chosen && query.get('do') === 'revoke')
      return { title: 'Revoke a key', body: <Revoke of={chosen} back={pageAt(offset)} /> };
    if (chosen && query.get('do') === 'rotate')
      return { title: 'Rotate a key', body: <Rotate of={chosen} back={pageAt(offset)} /> };
    return {
      title: `Keys of ${caller.account.name}: ${number(totalCount)}`,
      body: (
        <>
          <h1>{`Keys of ${caller.account.name}`}</h1>
          <Keys keys={data} now={visit.facts.at} {...{ totalCount, offset }} />
          <Pager {...{ offset, limit, hasMore }} shown={data.length} total={totalCount} at={pageAt} />
          <h2>New key</h2>
          <form class="form" method="post" action="/keys">
            <input type="hidden" name="do" value="create" />
            <Once />
            <Field name="name" label="Name" hint="Display name of the key." isRequired />
            <fieldset>
              <legend>Scopes of the key</legend>
              {SCOPES.map((scope) => (
                <label class="option">
                  <input type="checkbox" name="scopes" value={scope} checked={scope === 'read'} /> {scope}
                  {scope === 'reconcile' && ' (for OpenRefine; cannot be combined)'}
                  {scope === 'feeds' && ' (for feed readers; cannot be combined)'}
                </label>
              ))}
            </fieldset>
            <Field name="expires" label="Last day" type="date" hint="Default: no expiration." />
            <div>
              <button class="main">Create the key</button>
            </div>
          </form>
        </>
      ),
    };
  },
  submit: async (visit, form) => {
    const id = form.get('id') ?? '';
    const once = form.get('once') ?? randomUUID();
    const isConfirmed = form.get('confirmed') === 'yes';
    if (form.get('do') === 'revoke' && isConfirmed) {
      await visit.call('adminRevokeKey', { params: { id } });
      return { to: '/keys' };
    }
    if (form.get('do') === 'rotate' && isConfirmed) {
      const body = { overlapSeconds: OVERLAP_SECONDS };
      const { data } = await visit.call('adminRotateKey', { params: { id }, body, once });
      return secret(visit, data, `${data.name}: the previous key remains valid for a day.`);
    }
    const body = {
      accountId: visit.facts.caller?.account.id ?? '',
      name: form.get('name')?.trim() ?? '',
      scopes: form.getAll('scopes'),
      ...(form.get('expires') && { expires: form.get('expires') }),
    };
    const { data } = await visit.call('adminCreateKey', { body, once });
    return secret(visit, data, `${data.name} may ${data.scopes.join(', ')}.`);
  },
});

function ownKey({ facts: { caller } }: Visit): PageView {
  return {
    title: 'Keys',
    body: (
      <>
        <h1>Keys</h1>
        <p>{`You are signed in with a key of ${caller?.account.name} with the scopes ${caller?.scopes.join(', ')}.`}</p>
        <p>
          Keys are created, rotated and revoked with a key that has the scope <code>admin</code>, or by the
          operator with <code>dossier key</code>. The <a href="/usage">usage</a> page shows what each key was
          used for.
        </p>
      </>
    ),
  };
}

/** The page of the list at an offset. */
function pageAt(offset: number): string {
  return offset === 0 ? '/keys' : `/keys?offset=${offset}`;
}

interface KeysProps {
  readonly keys: readonly Key[];
  readonly totalCount: number;
  readonly offset: number;
  readonly now: number;
}

function Keys({ keys, totalCount, offset, now }: KeysProps) {
  const place = offset === 0 ? '' : `&offset=${offset}`;
  return (
    <Table
      caption={counted(totalCount, 'key')}
      rows={keys}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Begins', cell: ({ prefix }) => <code>{`${prefix}…`}</code> },
        { head: 'May', cell: ({ scopes }) => scopes.join(', ') },
        { head: 'Made', kind: 'date', cell: ({ createdAt }) => dayOf(createdAt) },
        {
          head: 'Last used',
          kind: 'date',
          cell: ({ lastUsedAt }) => (lastUsedAt ? dayOf(lastUsedAt) : 'never'),
        },
        { head: 'State', cell: (key) => stateOf(key, now) },
        {
          head: 'Change',
          cell: (key) =>
            isValid(key, now) ? (
              <>
                <a href={`/keys?do=rotate&id=${key.id}${place}`} aria-label={`Rotate ${key.name}`}>
                  Rotate
                </a>
                {' · '}
                <a href={`/keys?do=revoke&id=${key.id}${place}`} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </a>
              </>
            ) : null,
        },
      ]}
    />
  );
}

interface ChosenProps {
  readonly of: Key;
  readonly back: string;
}

function Revoke({ of, back }: ChosenProps) {
  return (
    <Confirm
      action="/keys"
      values={{ do: 'revoke', id: of.id }}
      title={`Revoke ${of.name}?`}
      text={`The key ${of.prefix}… is revoked immediately and permanently. Programs that use it get a 401.`}
      label="Revoke the key"
      back={back}
    />
  );
}

function Rotate({ of, back }: ChosenProps) {
  return (
    <Confirm
      action="/keys"
      values={{ do: 'rotate', id: of.id }}
      title={`Rotate ${of.name}?`}
      text={`A new key with the same scopes is created and shown once. ${of.prefix}… remains valid for a day.`}
      label="Create the new key"
      back={back}
    />
  );
}

/** A key for a path is shown as the address to paste. */
function secret(
  { facts: { exchange } }: Visit,
  { key, scopes }: { readonly key: string; readonly scopes: readonly string[] },
  text: string,
): PageView {
  const server = serverOf(exchange.request);
  const address = server && scopes.includes('reconcile') && `${server}/reconcile/k/${key}`;
  const feed = server && scopes.includes('feeds') && `${server}/feed/k/${key}/ID.atom`;
  return {
    title: 'New key',
    body: (
      <div class="problem">
        <h1>New key</h1>
        <p>{text} It is shown only once: store it now.</p>
        <pre>{key}</pre>
        <button type="button" class="slight" data-copy={key} hidden>
          Copy
        </button>
        {address && (
          <>
            <p>
              Paste this address into OpenRefine, in Reconcile, Start reconciling, Add standard service.{' '}
              <a href="/docs/guides/openrefine">How it works</a>
            </p>
            <pre>{address}</pre>
          </>
        )}
        {feed && (
          <>
            <p>Subscribe to this address in a feed reader. Replace ID with the id of a watch or list.</p>
            <pre>{feed}</pre>
          </>
        )}
        <p>
          <a href="/keys">All keys</a>
        </p>
      </div>
    ),
  };
}

function isValid({ revokedAt, expiresAt }: Key, now: number): boolean {
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  return (
    keyState({ revokedAt: revokedAt === null ? null : Date.parse(revokedAt), expiresAt: end }, now) ===
    'valid'
  );
}

function stateOf(key: Key, now: number): string {
  if (key.revokedAt !== null) return `revoked ${dayOf(key.revokedAt)}`;
  if (!isValid(key, now)) return 'expired';
  return key.expiresAt === null ? 'good' : `valid until ${dayOf(key.expiresAt)}`;
}
