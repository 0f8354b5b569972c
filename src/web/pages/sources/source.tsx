import type { ComponentChildren } from 'preact';
import { ApiError } from '../../../contract/errors.js';
import type { FilledFields, SourceItem } from '../../../contract/service/source.js';
import { dayOf, staleSentence } from '../../parts/dates.js';
import { counted, number, tenths } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { ABSENCE_WORDS, fieldWords, RECORD_CLASS_WORDS } from '../../parts/words.js';
import { definePage, type Feed } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Progress, placeOf, stateOf } from './run.js';

const EVERY_MS = 1_000;

/** One source: what it contains and lacks, its licence, and its last load. */
export const sourcePage = definePage({
  path: '/sources/:id',
  name: 'source',
  access: 'anyone',
  isForAll: true,
  show: async (visit) => {
    const source = await sourceOf(visit);
    const stale = staleSentence(source, visit.facts.at);
    return {
      title: `${source.title}: ${source.loaded ? `${number(source.records)} records` : 'not loaded'}`,
      current: '/sources',
      body: (
        <>
          <h1>{source.title}</h1>
          <p class="lead">{`${source.sourceAgency}, ${source.jurisdictionLevel}`}</p>
          {stale !== undefined && (
            <div class="notice" role="status">
              <p>{stale}</p>
            </div>
          )}
          <h2>Here</h2>
          <dl class="facts">
            <Fact name="Records">
              {source.loaded ? number(source.records) : 'This source is not loaded.'}
            </Fact>
            <Fact name="Published">{source.publishedAt ?? 'Publication date unknown.'}</Fact>
            <Fact name="Loaded">{source.fetchedAt === null ? 'Not yet.' : dayOf(source.fetchedAt)}</Fact>
            <Fact name="Last load">
              {isRunning(source) ? <Progress source={source} /> : stateOf(source.lastRun)}
            </Fact>
            {source.lastRun !== null && <Fact name="It changed">{countsOf(source.lastRun)}</Fact>}
          </dl>
          {source.filledFields !== null && <Filled filled={source.filledFields} />}
          <h2>The publication</h2>
          <dl class="facts">
            <Fact name="Place">{placeOf(source)}</Fact>
            <Fact name="Kind">
              {source.recordClass === null
                ? 'A data set linked to companies'
                : RECORD_CLASS_WORDS[source.recordClass]}
            </Fact>
            <Fact name="Coverage">{source.coverage ?? 'The publisher does not say what it omits.'}</Fact>
            <Fact name="Renewed">{`every ${source.every}`}</Fact>
            <Fact name="Licence">{source.licence}</Fact>
            <Fact name="Publisher’s page">
              <a href={source.url} rel="noreferrer">
                {source.url}
              </a>
            </Fact>
            <Fact name="Layout">
              {source.layout === 'verified'
                ? 'Verified with the publisher’s real files.'
                : 'As described by the publisher; not verified with a real file.'}
            </Fact>
          </dl>
          <p>
            <a href={`/changes?source=${source.id}`}>Its changes</a> · <a href="/sources">All sources</a>
          </p>
        </>
      ),
    };
  },
});

/** The progress of a load, for the client script. */
export const sourceProgress: Feed = {
  path: '/sources/:id/progress',
  name: 'source.progress',
  access: 'anyone',
  report: async (visit) => {
    const source = await sourceOf(visit);
    return { texts: { progress: stateOf(source.lastRun) }, done: !isRunning(source), everyMs: EVERY_MS };
  },
};

async function sourceOf(visit: Visit): Promise<SourceItem> {
  const { data } = await visit.call('listSources');
  const source = data.find(({ id }) => id === visit.facts.params.id);
  if (!source) throw new ApiError('not_found', 'There is no such source; /sources lists all of them.');
  return source;
}

function isRunning({ lastRun }: SourceItem): boolean {
  return lastRun?.outcome === 'running' || lastRun?.outcome === 'applying';
}

function countsOf({ added, changed, unchanged, gone }: NonNullable<SourceItem['lastRun']>): string {
  return `${number(added)} new, ${number(changed)} changed, ${number(unchanged)} unchanged, ${number(gone)} gone`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Field = FilledFields['fields'][number];

/** How many records fill each field: a bar and the numbers in one row, and why the others lack it. */
function Filled({ filled }: { readonly filled: FilledFields }) {
  const { records, fields, countedAt, streetsWithheld } = filled;
  return (
    <section aria-labelledby="filled">
      <h2 id="filled">Filled fields</h2>
      <Table
        caption={`${counted(records, 'record')}, counted at the end of the load of ${dayOf(countedAt)}`}
        rows={fields}
        columns={[
          { head: 'Field', cell: ({ field }) => fieldWords(field) },
          { head: 'Share', cell: (field) => <Share field={field} records={records} /> },
          { head: 'Records', kind: 'number', cell: ({ filled: count }) => number(count) },
          { head: 'The others', cell: ({ missing }) => <Missing missing={missing} /> },
        ]}
      />
      {streetsWithheld > 0 && (
        <p class="quiet">{`The street is withheld in ${counted(streetsWithheld, 'record')} of individuals; the address counts as filled.`}</p>
      )}
    </section>
  );
}

/** The bar is drawn over the whole width, so that a short one is seen as a part of all. */
function Share({ field: { filled, missing }, records }: { readonly field: Field; readonly records: number }) {
  const withheld = missing.find(({ reason }) => reason === 'withheld')?.records ?? 0;
  const part = (count: number) => (records === 0 ? 0 : (WIDTH * count) / records);
  return (
    <div class="share">
      <svg class="picture" viewBox={`0 0 ${WIDTH} 10`} width={WIDTH} height={10} aria-hidden="true">
        <rect class="rest" width={WIDTH} height={10} />
        <rect class="bar" width={part(filled)} height={10} />
        <rect class="part-2" x={part(filled)} width={part(withheld)} height={10} />
      </svg>
      <span>{tenths(filled, records)}</span>
    </div>
  );
}

const WIDTH = 120;

function Missing({ missing }: Pick<Field, 'missing'>) {
  return (
    <>
      {missing.map(({ reason, records }, at) => (
        <>
          {at > 0 && '; '}
          {`${number(records)}: ${ABSENCE_WORDS[reason]}`}
        </>
      ))}
    </>
  );
}
