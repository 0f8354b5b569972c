import type { LoadItem } from '../../../contract/service/operating.js';
import { dayOf } from '../../parts/dates.js';
import { Confirm } from '../../parts/form.js';
import { counted } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { definePage, type Feed, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';

const PATH = '/operate/loads';
const EVERY_MS = 1_000;

/** Sources that can be fetched: those that are due, and loads that are started and stopped here. */
export const loadsPage = definePage({
  path: PATH,
  name: 'operate.loads',
  access: 'account',
  show: async (visit) => {
    const { data } = await visit.call('adminListLoads');
    const { query } = visit.facts;
    const chosen = data.find(({ sourceId }) => sourceId === query.get('id'));
    if (chosen && query.get('do') === 'start') return start(chosen);
    if (chosen && query.get('do') === 'stop') return stop(chosen);
    return list(data, visit.facts.at);
  },
  submit: async (visit, form) => {
    await change(visit, form);
    return { to: PATH };
  },
});

/** How far the load that was started here is, for the client script. */
export const loadsProgress: Feed = {
  path: `${PATH}/progress`,
  name: 'operate.loads-progress',
  access: 'account',
  report: async (visit) => {
    const { data } = await visit.call('adminListLoads');
    const running = data.find(({ startedHere }) => startedHere);
    const texts = running ? { state: STATES[running.state] } : {};
    return { texts, done: running === undefined, everyMs: EVERY_MS };
  },
};

async function change(visit: Visit, form: URLSearchParams): Promise<void> {
  if (form.get('confirmed') !== 'yes') return;
  const id = form.get('id') ?? '';
  if (form.get('do') === 'start') await visit.call('adminStartLoad', { body: { sourceId: id } });
  if (form.get('do') === 'stop') await visit.call('adminStopLoad', { params: { id } });
}

const STATES: Readonly<Record<LoadItem['state'], string>> = {
  idle: 'not being loaded',
  fetching: 'downloading its files',
  reading: 'reading; nothing is changed yet',
  applying: 'being written',
};

function list(loads: readonly LoadItem[], now: number): PageView {
  const running = loads.filter(({ state }) => state !== 'idle');
  const loaded = loads.filter((load) => load.loaded);
  const due = loaded.filter((load) => isDue(load, now));
  const failed = loads.filter(({ failure }) => failure !== null);
  return {
    title: `Loads: ${counted(due.length, 'source')} due`,
    body: (
      <>
        <h1>Loads</h1>
        <p class="lead">{`${counted(due.length, 'loaded source')} due. A load started here runs in a separate process, one at a time.`}</p>
        {running.length > 0 && (
          <section aria-labelledby="running">
            <h2 id="running">Loading</h2>
            <ul>
              {running.map((load) => (
                <Running load={load} />
              ))}
            </ul>
          </section>
        )}
        {failed.map(({ sourceId, title, failure }) => (
          <div class="notice" role="status">
            <p>
              The load of <a href={`/sources/${sourceId}`}>{title}</a> {`failed: ${failure}`}
            </p>
          </div>
        ))}
        <h2>Loaded before</h2>
        {loaded.length === 0 ? (
          <p>No loaded source can be downloaded.</p>
        ) : (
          <Table
            caption={`${counted(loaded.length, 'source')}, longest overdue first`}
            rows={loaded}
            columns={columns(now)}
          />
        )}
        <h2>Not loaded yet</h2>
        <Table
          caption={counted(loads.length - loaded.length, 'source')}
          rows={loads.filter((load) => !load.loaded)}
          columns={columns(now)}
        />
        <p>
          <a href="/operate">Operate</a>
        </p>
      </>
    ),
  };
}

function Running({ load: { sourceId, title, state, startedHere } }: { readonly load: LoadItem }) {
  return (
    <li>
      <a href={`/sources/${sourceId}`}>{title}</a>
      {': '}
      <span data-live={startedHere ? `${PATH}/progress` : undefined} role="status">
        <span data-text="state">{STATES[state]}</span>
      </span>
      {'. '}
      {!startedHere && 'It was not started by this service and cannot be stopped here.'}
      {startedHere && state !== 'applying' && (
        <a href={`${PATH}?do=stop&id=${sourceId}`} aria-label={`Stop the load of ${title}`}>
          Stop
        </a>
      )}
    </li>
  );
}

function columns(now: number) {
  return [
    { head: 'Source', cell: ({ sourceId, title }: LoadItem) => <a href={`/sources/${sourceId}`}>{title}</a> },
    { head: 'Due', cell: (load: LoadItem) => dueWords(load, now) },
    {
      head: 'Load',
      cell: ({ sourceId, title, state }: LoadItem) =>
        state === 'idle' ? (
          <a href={`${PATH}?do=start&id=${sourceId}`} aria-label={`Load ${title}`}>
            Load
          </a>
        ) : (
          STATES[state]
        ),
    },
  ];
}

function isDue({ dueAt }: LoadItem, now: number): boolean {
  return Date.parse(dueAt) <= now;
}

function dueWords(load: LoadItem, now: number): string {
  if (!load.loaded) return 'never loaded';
  return isDue(load, now) ? `due since ${dayOf(load.dueAt)}` : `on ${dayOf(load.dueAt)}`;
}

function start({ sourceId, title }: LoadItem): PageView {
  return {
    title: `Load ${title}`,
    body: (
      <Confirm
        action={PATH}
        values={{ do: 'start', id: sourceId }}
        title={`Load ${title}?`}
        text="A separate process downloads and reads the publisher’s files. The service keeps its current data until the load succeeds."
        label="Start the load"
        back={PATH}
      />
    ),
  };
}

function stop({ sourceId, title }: LoadItem): PageView {
  return {
    title: `Stop the load of ${title}`,
    body: (
      <Confirm
        action={PATH}
        values={{ do: 'stop', id: sourceId }}
        title={`Stop the load of ${title}?`}
        text="Everything read so far is discarded, and the data does not change."
        label="Stop the load"
        back={PATH}
      />
    ),
  };
}
