import { dayOf } from '../../parts/dates.js';
import { Confirm } from '../../parts/form.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import type { AuditRow, IndexState, Run } from '../../site/answers.js';
import { definePage } from '../../site/page.js';

/** The state of the service for its operator: loads, the search index, and who changed what. */
export const operatePage = definePage({
  path: '/operate',
  name: 'operate',
  access: 'account',
  show: async (visit) => {
    const index = (await visit.call('adminShowIndex')).data;
    if (visit.facts.query.get('do') === 'roll-back' && index.previous) {
      return { title: 'Roll back the index', body: <RollBack index={index} /> };
    }
    const runs = (await visit.call('adminListRuns')).data;
    const audit = (await visit.call('adminListAudit')).data;
    return {
      title: `Operate: ${counted(runs.length, 'load')}`,
      body: (
        <>
          <h1>Operate</h1>
          <p>
            <a href="/operate/loads">Loads</a> · <a href="/operate/findings">Findings</a> ·{' '}
            <a href="/operate/accounts">Accounts</a> · <a href="/keys">Keys</a> ·{' '}
            <a href="/watches">Watches</a> · <a href="/exports">Exports</a> · <a href="/sources">Sources</a>
          </p>
          <section aria-labelledby="index">
            <h2 id="index">Search index</h2>
            <Index index={index} />
          </section>
          <h2>Loads</h2>
          {runs.length === 0 ? <p>None yet.</p> : <Runs runs={runs.slice(0, SHOWN)} />}
          <h2>Changes by keys</h2>
          {audit.length === 0 ? <p>None yet.</p> : <Audit rows={audit.slice(0, SHOWN)} />}
        </>
      ),
    };
  },
  submit: async (visit, form) => {
    if (form.get('do') === 'roll-back' && form.get('confirmed') === 'yes')
      await visit.call('adminRollBackIndex');
    return { to: '/operate' };
  },
});

const SHOWN = 25;

function Index({ index: { current, previous, contentVersion } }: { readonly index: IndexState }) {
  if (current === null) return <p>None yet; the first load builds it.</p>;
  const isBehind = current.contentVersion < contentVersion;
  return (
    <dl class="facts">
      <div>
        <dt>Built</dt>
        <dd>{minuteOf(current.builtAt)}</dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>{isBehind ? 'out of date; the next build updates it' : 'up to date'}</dd>
      </div>
      <div>
        <dt>Previous build</dt>
        <dd>
          {previous === null ? 'none' : minuteOf(previous.builtAt)}
          {previous !== null && (
            <>
              {' '}
              <a href="/operate?do=roll-back">Roll back to it</a>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function RollBack({ index }: { readonly index: IndexState }) {
  return (
    <Confirm
      action="/operate"
      values={{ do: 'roll-back' }}
      title="Roll back the search index?"
      text={`Searches use the build of ${minuteOf(index.previous?.builtAt ?? '')} until the next one. Records do not change.`}
      label="Roll back"
      back="/operate"
    />
  );
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <Table
      caption={`The last ${counted(runs.length, 'load')}, newest first`}
      rows={runs}
      columns={[
        { head: 'Source', cell: ({ sourceId }) => sourceId },
        { head: 'Outcome', cell: ({ outcome, error }) => error ?? outcome },
        { head: 'Began', kind: 'date', cell: ({ startedAt }) => minuteOf(startedAt) },
        { head: 'Records', kind: 'number', cell: ({ records }) => number(records) },
        { head: 'New', kind: 'number', cell: ({ added }) => number(added) },
        { head: 'Changed', kind: 'number', cell: ({ changed }) => number(changed) },
        { head: 'Gone', kind: 'number', cell: ({ gone }) => number(gone) },
        { head: 'Warnings', kind: 'number', cell: ({ warnings }) => number(warnings) },
      ]}
    />
  );
}

function Audit({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <Table
      caption={`The last ${counted(rows.length, 'change')}, newest first`}
      rows={rows}
      columns={[
        { head: 'Change', cell: ({ action }) => action },
        { head: 'Of', cell: ({ target }) => target },
        { head: 'By', cell: ({ keyId, person }) => person ?? (keyId === 'cli' ? 'the command line' : keyId) },
        { head: 'At', kind: 'date', cell: ({ at }) => minuteOf(at) },
      ]}
    />
  );
}

/** `2026-11-20 09:30 UTC`. */
function minuteOf(instant: string): string {
  return `${dayOf(instant)} ${instant.slice(11, 16)} UTC`;
}
