import { entityPath } from '../../parts/links.js';
import { counted, number } from '../../parts/numbers.js';
import type { AnswerOf } from '../../site/answers.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';
import { eventsOf, KINDS, type Kind, type TimelineEvent } from './events.js';

const NAMES = Object.keys(KINDS) as Kind[];

/** Everything with a date, by year: what publishers dated, and what this service saw. */
export const timelinePage = definePage({
  path: '/entity/:id/timeline',
  name: 'timeline',
  access: 'reader',
  show: async (visit) => {
    const { entity } = await loadEntity(visit, 'federal,ucc,ppp');
    const { data: history } = await visit.call('getHistory', { params: { id: entity.id } });
    const all = eventsOf(entity, history);
    const request = visit.facts.query.get('kind') ?? '';
    const kind = request in KINDS ? (request as Kind) : undefined;
    const events = kind === undefined ? all : all.filter((event) => event.kind === kind);
    return {
      title: `Timeline of ${entity.name}: ${counted(events.length, 'event')}`,
      current: '/search',
      body: (
        <>
          <h1>{`Timeline of ${entity.name}`}</h1>
          <p class="actions">
            <a href={entityPath(entity.id)}>Full record</a>
          </p>
          <Kinds all={all} kind={kind} path={entityPath(entity.id, '/timeline')} />
          {events.length === 0 && <p>No dated events are known.</p>}
          <Years events={events} today={new Date(visit.facts.at).toISOString().slice(0, 10)} />
          <Cut entity={entity} />
          <p class="quiet">
            {`Changes are known since ${history.knownSince.slice(0, 10)}. The publisher’s date and the day on which this service saw the change are shown separately.`}
          </p>
        </>
      ),
    };
  },
});

/** Lists whose newest items alone are here, with the way to the rest. */
function Cut({ entity }: { readonly entity: AnswerOf<'getEntity'>['data'] }) {
  const { federal = {}, ucc, ppp } = entity;
  const lists = [
    { words: 'SEC filings', list: federal.sec, path: '#sec' },
    { words: 'federal contracts', list: federal.contracts, path: '/contracts' },
    { words: 'liens', list: ucc, path: '/liens' },
    { words: 'loans', list: ppp, path: '/loans' },
  ].filter(({ list }) => list !== undefined && list.totalCount > list.items.length);
  return (
    <>
      {lists.map(({ words, list, path }) => (
        <p class="notice">
          {`Only the newest ${number(list?.items.length ?? 0)} of ${number(list?.totalCount ?? 0)} ${words} are shown. `}
          <a href={`${entityPath(entity.id)}${path}`}>All of them</a>
        </p>
      ))}
    </>
  );
}

function Kinds({
  all,
  kind,
  path,
}: {
  readonly all: readonly TimelineEvent[];
  readonly kind: Kind | undefined;
  readonly path: string;
}) {
  const held = NAMES.filter((name) => all.some((event) => event.kind === name));
  if (held.length < 2) return null;
  return (
    <nav aria-label="Kinds of events">
      <ul class="chips">
        <li>
          <a
            href={path}
            aria-current={kind === undefined ? 'true' : undefined}
          >{`All ${number(all.length)}`}</a>
        </li>
        {held.map((name) => (
          <li>
            <a href={`${path}?kind=${name}`} aria-current={kind === name ? 'true' : undefined}>
              {`${KINDS[name]} ${number(all.filter((event) => event.kind === name).length)}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Years({ events, today }: { readonly events: readonly TimelineEvent[]; readonly today: string }) {
  const years = [...new Set(events.map(({ date }) => date.slice(0, 4)))];
  return (
    <div class="timeline">
      {years.map((year) => (
        <section aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`}>{year}</h2>
          <ol>
            {events
              .filter(({ date }) => date.startsWith(year))
              .map(({ date, kind, text, published }) => (
                <li>
                  <time dateTime={date}>{date}</time>
                  <span class="tag">{KINDS[kind]}</span>
                  <span>
                    {date > today && <span class="quiet">upcoming: </span>}
                    {text}
                    {kind === 'seen' && (
                      <span class="quiet">
                        {published ? `; published ${published}` : '; publication date unknown'}
                      </span>
                    )}
                  </span>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
