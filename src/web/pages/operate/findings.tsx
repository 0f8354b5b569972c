import type { FindingItem } from '../../../contract/service/operating.js';
import { Prose } from '../../parts/marked.js';
import { counted } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage } from '../../site/page.js';

/** Everything that `dossier doctor` finds, with the cure of each fault. */
export const findingsPage = definePage({
  path: '/operate/findings',
  name: 'operate.findings',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('adminListFindings');
    const wrong = data.filter(({ ok }) => !ok);
    return {
      title: wrong.length === 0 ? 'Findings: no problems' : `Findings: ${counted(wrong.length, 'problem')}`,
      current: '/operate',
      body: (
        <>
          <h1>Findings</h1>
          <p class="lead">
            {wrong.length === 0 ? 'No problems found.' : `${counted(wrong.length, 'problem')} found.`}
          </p>
          <Table
            caption={`${counted(data.length, 'finding')} for the whole installation, problems first`}
            rows={[...wrong, ...data.filter(({ ok }) => ok)]}
            columns={[
              { head: 'Of', cell: ({ subject }: FindingItem) => subject },
              {
                head: 'State',
                kind: 'date',
                cell: ({ ok }) => <span class={`tag ${ok ? 'good' : 'bad'}`}>{ok ? 'OK' : 'problem'}</span>,
              },
              { head: 'Finding', cell: ({ what }) => what },
              {
                head: 'Cure',
                cell: ({ cure }) => (cure === null ? '' : <Prose text={cure} />),
              },
            ]}
          />
          <p class="quiet">
            <code>dossier doctor --deep</code> also checks every page of the databases, which takes minutes.
          </p>
          <p>
            <a href="/operate/findings">Check again</a> · <a href="/operate">Operate</a>
          </p>
        </>
      ),
    };
  },
});
