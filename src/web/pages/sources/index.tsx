import type { SourceItem } from '../../../contract/service/source.js';
import { dayOf, staleSentence } from '../../parts/dates.js';
import { counted, number } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { RECORD_CLASS_WORDS } from '../../parts/words.js';
import { definePage } from '../../site/page.js';
import { Progress, placeOf, stateOf } from './run.js';

/** Everything that can be loaded: what is, how old it is, and what is being loaded. */
export const sourcesPage = definePage({
  path: '/sources',
  name: 'sources',
  nav: 'Sources',
  access: 'anyone',
  isForAll: true,
  show: async (visit) => {
    const { data } = await visit.call('listSources');
    const now = visit.facts.at;
    const loaded = data.filter((source) => source.loaded);
    const stale = loaded.filter((source) => staleSentence(source, now) !== undefined);
    const running = data.filter(
      ({ lastRun }) => lastRun?.outcome === 'running' || lastRun?.outcome === 'applying',
    );
    const others = data.filter((source) => !source.loaded);
    return {
      title: `Sources: ${number(loaded.length)} of ${number(data.length)} loaded`,
      body: (
        <>
          <h1>Sources</h1>
          <p class="lead">{`${number(loaded.length)} of ${number(data.length)} are loaded, ${stale.length === 0 ? 'none' : number(stale.length)} of them stale.`}</p>
          {running.length > 0 && (
            <section aria-labelledby="running">
              <h2 id="running">Loading</h2>
              <ul>
                {running.map((source) => (
                  <li>
                    <a href={`/sources/${source.id}`}>{source.title}</a>: <Progress source={source} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {stale.length > 0 && (
            <section aria-labelledby="stale">
              <h2 id="stale">Stale</h2>
              <ul>
                {stale.map((source) => (
                  <li>
                    <a href={`/sources/${source.id}`}>{source.title}</a>: {staleSentence(source, now)}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <h2>Loaded</h2>
          {loaded.length === 0 ? (
            <p>
              None yet. <code>dossier ingest SOURCE</code> loads one.
            </p>
          ) : (
            <Table caption={counted(loaded.length, 'source')} rows={loaded} columns={LOADED} />
          )}
          <h2>Not loaded</h2>
          <Table caption={counted(others.length, 'source')} rows={others} columns={NAMED} />
        </>
      ),
    };
  },
});

const NAMED = [
  { head: 'Source', cell: ({ id, title }: SourceItem) => <a href={`/sources/${id}`}>{title}</a> },
  { head: 'Place', kind: 'short', cell: placeOf },
  {
    head: 'Kind',
    kind: 'short',
    cell: ({ recordClass }: SourceItem) =>
      recordClass === null ? 'Data set' : RECORD_CLASS_WORDS[recordClass],
  },
] as const;

const LOADED = [
  ...NAMED,
  { head: 'Records', kind: 'number', cell: ({ records }: SourceItem) => number(records) },
  { head: 'Published', kind: 'date', cell: ({ publishedAt }: SourceItem) => publishedAt ?? 'not given' },
  {
    head: 'Loaded',
    kind: 'date',
    cell: ({ fetchedAt }: SourceItem) => (fetchedAt === null ? 'not yet' : dayOf(fetchedAt)),
  },
  { head: 'Last load', kind: 'short', cell: ({ lastRun }: SourceItem) => stateOf(lastRun) },
] as const;
