import { dayOf } from '../../parts/dates.js';
import { Field } from '../../parts/form.js';
import { entityPath, personPath } from '../../parts/links.js';
import { stateName } from '../../parts/states.js';
import { isNotable, Status } from '../../parts/status.js';
import { Table } from '../../parts/table.js';
import { RECORD_CLASS_WORDS } from '../../parts/words.js';
import { definePage, type Feed } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { Absent, isAnythingAbsent } from './absent.js';
import { Facts } from './facts.js';
import { Federal, Money } from './federal.js';
import { AlsoThisBody } from './identity.js';
import { loadEntity } from './load-entity.js';
import { type EntityShown, From, Provenance, SourceList } from './provenance.js';
import { Filings, Nonprofit, Sam } from './registrations.js';
import { Related } from './related.js';
import { Warnings } from './warnings.js';
import { WhyLinked } from './why.js';

/** Everything that is known of one record, and from where. */
export const entityPage = definePage({
  path: '/entity/:id',
  name: 'entity',
  access: 'reader',
  show: async (visit) => {
    const shown = await loadEntity(visit, 'all');
    const { entity } = shown;
    return {
      title: entity.state === undefined ? entity.name : `${entity.name}, ${stateName(entity.state)}`,
      current: '/search',
      body: (
        <>
          <Dossier shown={shown} />
          <Printed visit={visit} id={entity.id} />
        </>
      ),
    };
  },
});

/** On paper: which record it is, where it is found again, and when it was looked up. */
function Printed({ visit: { facts }, id }: { readonly visit: Visit; readonly id: string }) {
  const { host = '' } = facts.exchange.request.headers;
  const at = new Date(facts.at).toISOString().replace('T', ' ').slice(0, 16);
  return <p class="printed">{`Record ${id}. ${host}${facts.here}. Looked up ${at} UTC.`}</p>;
}

/** The same as JSON, as the API answers it. */
export const entityJson: Feed = {
  path: '/entity/:id/json',
  name: 'entity-json',
  access: 'reader',
  report: async (visit) => {
    const { id = '' } = visit.facts.params;
    return await visit.call('getEntity', { params: { id }, query: { include: 'all', explain: 'true' } });
  },
};

/** The whole record. */
export function Dossier({ shown }: { readonly shown: EntityShown }) {
  const { entity, meta } = shown;
  const provenance = new Provenance(shown);
  const parts = { shown, provenance };
  const { status } = entity;
  return (
    <>
      <h1>
        {entity.name} {status !== undefined && isNotable(status) && <Status status={status} />}
      </h1>
      <p class="lead">{whatItIs(shown, provenance)}</p>
      <Actions id={entity.id} isPerson={entity.subjectType === 'person'} />
      <Warnings {...parts} />
      <div class="aside">
        <Contents shown={shown} />
        <div>
          <Facts {...parts} />
          <AlsoThisBody {...parts} />
          <People {...parts} />
          <Filings {...parts} />
          <Federal {...parts} />
          <Money {...parts} />
          <Sam {...parts} />
          <Nonprofit {...parts} />
          <Related shown={shown} />
          <WhyLinked shown={shown} />
          <ChangedSince shown={shown} />
          <Absent shown={shown} />
          <SourceList provenance={provenance} meta={meta} />
        </div>
      </div>
    </>
  );
}

/** One line: the kind of record, its register, and the register's date. */
function whatItIs({ entity, meta }: EntityShown, { own }: Provenance): string {
  const kind =
    entity.recordClass === 'registry_entity'
      ? (entity.type ?? 'Company')
      : RECORD_CLASS_WORDS[entity.recordClass];
  const formed = entity.formedDate === undefined ? '' : `, formed ${entity.formedDate}`;
  const asOf = own?.publishedAt
    ? `register as of ${own.publishedAt}`
    : own?.fetchedAt
      ? `register loaded ${own.fetchedAt.slice(0, 10)}; publication date unknown`
      : `as published by ${meta.source}`;
  return `${kind}${formed}. ${meta.source}, ${asOf}.`;
}

function Actions({ id, isPerson }: { readonly id: string; readonly isPerson: boolean }) {
  return (
    <nav class="actions" aria-label="This record">
      <span class="quiet">
        <span class="mono">{id}</span>{' '}
        <button type="button" class="slight" data-copy={id} hidden>
          Copy
        </button>
      </span>
      <a href={entityPath(id, '/timeline')}>Timeline</a>
      {!isPerson && <a href={entityPath(id, '/money')}>Figures by year</a>}
      <a href={entityPath(id, '/exclusions')}>Lists searched</a>
      {!isPerson && <a href={entityPath(id, '/ownership')}>Owners</a>}
      {!isPerson && <a href={entityPath(id, '/relations')}>Relations</a>}
      {!isPerson && <a href={`/watches?entity=${encodeURIComponent(id)}`}>Watch</a>}
      <a href={entityPath(id, '/json')}>JSON</a>
      <button type="button" class="slight" data-print hidden>
        Print
      </button>
    </nav>
  );
}

function Contents({ shown }: { readonly shown: EntityShown }) {
  const { entity, meta } = shown;
  const { federal, ucc, ppp, related } = entity;
  const items: [string, string, number | boolean | undefined][] = [
    ['facts', 'Facts', true],
    ['identity', 'Also this body', meta.identity?.length],
    ['people', 'People', entity.officers.length],
    ['filings', 'Filings', entity.filings.length],
    ['sec', 'SEC filings', federal?.sec?.totalCount],
    ['contracts', 'Contracts', federal?.contracts?.totalCount],
    ['lobbying', 'Lobbying', federal?.lobbying?.totalCount],
    ['ucc', 'Liens', ucc?.totalCount],
    ['ppp', 'Loans', ppp?.totalCount],
    ['sam', 'Contractor', entity.sam !== undefined],
    ['nonprofit', 'Nonprofit', entity.nonprofit !== undefined],
    ['related', 'Related', entity.subjectType === 'person' ? 0 : related?.totalCount],
    ['why', 'Why linked', (meta.links ?? []).length > 0],
    ['changed', 'Changes', true],
    ['absent', 'Missing data', isAnythingAbsent(shown)],
    ['sources', 'Sources', true],
  ];
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {items.map(
          ([id, label, count]) =>
            count !== undefined &&
            count !== false &&
            count !== 0 && (
              <li>
                <a href={`#${id}`}>{label}</a>{' '}
                {typeof count === 'number' && <span class="quiet">{count}</span>}
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

const DAY_MS = 86_400_000;
/** The default start date is this far back. */
const OFFERED_DAYS = 90;

/** Leads to the events of the record that were seen on a day or later. */
function ChangedSince({ shown: { entity, now } }: { readonly shown: EntityShown }) {
  return (
    <section id="changed" aria-labelledby="changed-head" class="unprinted">
      <h2 id="changed-head">Changes to this record</h2>
      <form class="filters" method="get" action="/changes">
        <input type="hidden" name="id" value={entity.id} />
        <Field name="since" label="Seen since" type="date" value={dayOf(now - OFFERED_DAYS * DAY_MS)} />
        <button>Show the changes</button>
      </form>
    </section>
  );
}

/** Officers and contacts of all sources that are loaded. */
function People({
  shown: { entity },
  provenance,
}: {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}) {
  const { officers } = entity;
  if (officers.length === 0) return null;
  const numberOf = (source: (typeof officers)[number]['source']) => {
    const own = provenance.own?.id ?? 'own';
    return provenance.numberOf(source === 'state' ? own : provenance.sourceOf(source));
  };
  return (
    <section id="people" aria-labelledby="people-head">
      <h2 id="people-head">People</h2>
      <Table
        caption={`${officers.length} officers and contacts`}
        columns={[
          { head: 'Name', cell: ({ name }) => <a href={personPath(name)}>{name}</a> },
          { head: 'Role', cell: ({ title }) => title ?? 'not given' },
          { head: 'Source', cell: ({ source }) => <From number={numberOf(source)} /> },
        ]}
        rows={officers}
      />
    </section>
  );
}
