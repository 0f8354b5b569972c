import { entityPath } from '../../parts/links.js';
import { counted, dollars, number } from '../../parts/numbers.js';
import { fieldWords } from '../../parts/words.js';
import type { AnswerOf } from '../../site/answers.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';

const KINDS = {
  register: 'Register',
  sec: 'SEC filings',
  contract: 'Contracts',
  lien: 'Liens',
  loan: 'Loans',
  seen: 'First seen',
} as const;
type Kind = keyof typeof KINDS;

interface TimelineEvent {
  /** Calendar date. */
  readonly date: string;
  readonly kind: Kind;
  readonly text: string;
  /** For what we saw: the publisher's own date of it, if it gives one. */
  readonly published?: string | null;
}

type Entity = AnswerOf<'getEntity'>['data'];
type History = AnswerOf<'getHistory'>['data'];

/** Everything with a date, newest first; of one day the order of the kinds. */
function eventsOf(entity: Entity, history: History | undefined): readonly TimelineEvent[] {
  const all = [
    ...register(entity),
    ...federal(entity),
    ...money(entity),
    ...(history?.events ?? []).map(seen),
  ].filter((event): event is TimelineEvent => event !== undefined);
  const order = Object.keys(KINDS);
  return all.sort(
    (one, other) =>
      other.date.localeCompare(one.date, 'en') || order.indexOf(one.kind) - order.indexOf(other.kind),
  );
}

function on(date: string | null | undefined, kind: Kind, text: string): TimelineEvent | undefined {
  return date ? { date, kind, text } : undefined;
}

function register(entity: Entity) {
  return [
    on(entity.formedDate, 'register', 'Formed'),
    on(entity.registeredInStateDate, 'register', 'Registered in the state'),
    on(entity.expirationDate, 'register', 'Registration ends'),
    ...entity.filings.map(({ type, date, description }) =>
      on(date, 'register', description === null ? type : `${type}: ${description}`),
    ),
  ];
}

function federal({ federal = {} }: Entity) {
  return [
    ...(federal.sec?.items ?? []).map(({ type, date, description }) =>
      on(date, 'sec', description ? `${type}: ${description}` : type),
    ),
    ...(federal.contracts?.items ?? []).map(({ startDate, awardId, agency, amount }) =>
      on(
        startDate,
        'contract',
        `Contract ${awardId} starts${agency === null ? '' : `, ${agency}`}${of(amount)}`,
      ),
    ),
  ];
}

function money({ ucc, ppp }: Entity) {
  return [
    ...(ucc?.items ?? []).flatMap(({ filingNumber, filedDate, lapseDate, securedParties }) => [
      on(
        filedDate,
        'lien',
        `Lien ${filingNumber} filed, owed to ${securedParties.map(({ name }) => name).join('; ')}`,
      ),
      on(lapseDate, 'lien', `Lien ${filingNumber} lapses`),
    ]),
    ...(ppp?.items ?? []).flatMap(({ dateApproved, forgivenessDate, lender, amount, forgivenessAmount }) => [
      on(dateApproved, 'loan', `Loan approved${lender === null ? '' : `, ${lender}`}${of(amount)}`),
      on(forgivenessDate, 'loan', `Loan forgiven${of(forgivenessAmount)}`),
    ]),
  ];
}

function of(amount: number | null): string {
  return amount === null ? '' : `, ${dollars(amount)}`;
}

const SEEN: Readonly<Record<string, string>> = {
  created: 'First seen',
  changed: 'Changed',
  gone: 'No longer listed by the publisher',
  restored: 'Listed again',
  link_changed: 'Linked records changed',
};

function seen({ kind, changes, seenAt, publishedAt }: History['events'][number]): TimelineEvent {
  const listed = changes.filter(({ field }) => kind === 'changed' || field.startsWith('records.'));
  const shown = listed.map(({ field, from, to }) => `${fieldWords(field)}: ${short(from)} → ${short(to)}`);
  const text = [SEEN[kind] ?? kind, ...shown].join('. ');
  return { date: seenAt.slice(0, 10), kind: 'seen', text, published: publishedAt };
}

/** A value of a field in a few words. */
function short(value: unknown): string {
  if (value === null) return 'nothing';
  const text = typeof value === 'string' ? value : (numbered(value) ?? JSON.stringify(value));
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Records that state a number of the entity: how many, and the day of the newest. Undefined for other values. */
function numbered(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const [newest] = value as readonly { readonly record?: unknown; readonly date?: string | null }[];
  if (newest?.record === undefined) return undefined;
  return `${value.length}${newest.date ? `, newest of ${newest.date}` : ''}`;
}

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
  const present = NAMES.filter((name) => all.some((event) => event.kind === name));
  if (present.length < 2) return null;
  return (
    <nav aria-label="Kinds of events">
      <ul class="chips">
        <li>
          <a
            href={path}
            aria-current={kind === undefined ? 'true' : undefined}
          >{`All ${number(all.length)}`}</a>
        </li>
        {present.map((name) => (
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
