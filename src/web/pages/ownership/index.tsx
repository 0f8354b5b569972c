import { entityPath } from '../../parts/links.js';
import { Pager } from '../../parts/pager.js';
import { OUTCOME_WORDS, TOKEN_WORDS } from '../../parts/words.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';
import { type EntityShown, From, Provenance, SourceList } from '../entity/provenance.js';

type Item = NonNullable<EntityShown['entity']['ownership']>['items'][number];

/** As GET /entity/{id} has it. */
const ROWS = 25;

const ABOVE = [
  'direct_parent',
  'ultimate_parent',
  'fund_manager',
  'umbrella_fund',
  'master_fund',
  'head_office',
];
const BELOW = ['direct_child', 'ultimate_child', 'managed_fund', 'subfund', 'feeder_fund', 'branch'];

/** Who owns a record and what it owns, as trees with the statement behind each line. */
export const ownershipPage = definePage({
  path: '/entity/:id/ownership',
  name: 'entity.ownership',
  access: 'reader',
  show: async (visit) => {
    const offset = visit.facts.query.get('offset') ?? '0';
    const shown = await loadEntity(visit, 'ownership', offset);
    const { entity } = shown;
    return {
      title: `${entity.name}: owners`,
      current: '/search',
      body: (
        <>
          <h1>{`Owners of ${entity.name}`}</h1>
          <p class="actions">
            <a href={entityPath(entity.id)}>Full record</a>
            <a href={entityPath(entity.id, '/ownership/bods')}>BODS 0.4 (JSON)</a>
          </p>
          <Owners shown={shown} offset={Number(offset)} />
        </>
      ),
    };
  },
});

function Owners({ shown, offset }: { readonly shown: EntityShown; readonly offset: number }) {
  const { entity, meta } = shown;
  const provenance = new Provenance(shown);
  const { items = [], totalCount = 0, exceptions = [], isCycle = false } = entity.ownership ?? {};
  const first = items.filter(({ level }) => level === 1);
  const above = first.filter(({ relation }) => ABOVE.includes(relation));
  const below = first.filter(({ relation }) => BELOW.includes(relation));
  const insiders = first.filter(({ scheme }) => scheme === 'cik');
  const related = first.filter(({ relation }) => relation === 'related' || relation === 'named_by');
  // On a later page, the first levels may be on an earlier one.
  const further = items.filter((item) => item.level > 1 && !isUnder(item, items));
  const tree = { all: items, provenance };
  return (
    <>
      <Part title="Owned by" items={[...above, ...further]} {...tree} />
      {exceptions.length > 0 && (
        <ul>
          {exceptions.map(({ statement }) => (
            <li>
              {statement} <From number={provenance.numberOf('us_gleif_reporting_exceptions')} />
            </li>
          ))}
        </ul>
      )}
      <Part title="Owns" items={below} {...tree} />
      <Part title="Related by Schedule R" items={related} {...tree} />
      <Part title="Insiders" items={insiders} {...tree} />
      {isCycle && <p>A body in this group is among its own parents, as published.</p>}
      <Missing meta={meta} />
      <Pager
        offset={offset}
        limit={ROWS}
        shown={items.length}
        total={totalCount}
        hasMore={items.length > 0 && offset + items.length < totalCount}
        at={(place) => entityPath(entity.id, `/ownership?offset=${place}`)}
      />
      <p class="quiet">
        Parents consolidate the accounts of a body. They are not necessarily shareholders. Schedule R of a
        return names related organizations without saying who owns whom. An insider is listed as the latest
        filing states it; no filing says that someone left.
      </p>
      <SourceList provenance={provenance} meta={meta} />
    </>
  );
}

interface TreeProps {
  readonly items: readonly Item[];
  readonly all: readonly Item[];
  readonly provenance: Provenance;
}

function Part({ title, ...tree }: TreeProps & { readonly title: string }) {
  if (tree.items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Tree {...tree} />
    </section>
  );
}

/** Each body with its own parents below it. */
function Tree({ items, all, provenance }: TreeProps) {
  return (
    <ul class="tree">
      {items.map((item) => {
        const parents = all.filter((one) => isParentOf(one, item));
        return (
          <li>
            <Body item={item} /> <From number={provenance.numberOf(item.dataset)} />
            {parents.length > 0 && <Tree items={parents} all={all} provenance={provenance} />}
          </li>
        );
      })}
    </ul>
  );
}

function Body({
  item: { id, name, number, scheme, statement, controlledBy, ownership },
}: {
  readonly item: Item;
}) {
  const shown = name ?? 'Name unknown';
  return (
    <>
      {id === null ? <strong>{shown}</strong> : <a href={entityPath(id)}>{shown}</a>}
      {number !== null && (
        <>
          {' '}
          <span class="mono quiet">{`${scheme.toUpperCase()} ${number}`}</span>
        </>
      )}
      <br />
      {statement}
      {controlledBy !== null && ` Directly controlled by ${controlledBy}.`}
      {ownership !== null && ` Share: ${Math.round(ownership * 10_000) / 100} %.`}
    </>
  );
}

function isParentOf(parent: Item, item: Item): boolean {
  return (
    item.relation === 'direct_parent' && parent.level === item.level + 1 && parent.subject === item.number
  );
}

function isUnder(item: Item, items: readonly Item[]): boolean {
  return items.some((one) => isParentOf(item, one));
}

/** Why a publisher’s part is empty. */
function Missing({ meta }: { readonly meta: EntityShown['meta'] }) {
  const parts = Object.entries(meta.enrichment?.ownership?.parts ?? {});
  const missing = parts.flatMap(([name, part]) =>
    part === undefined || part.outcome === 'found'
      ? []
      : [`${TOKEN_WORDS[name] ?? name}: ${OUTCOME_WORDS[part.outcome]}.`],
  );
  return (
    <>
      {missing.map((line) => (
        <p>{line}</p>
      ))}
    </>
  );
}
