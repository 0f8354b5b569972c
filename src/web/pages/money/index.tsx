import type { ComponentChildren } from 'preact';
import { entityPath } from '../../parts/links.js';
import { Pager } from '../../parts/pager.js';
import { OUTCOME_WORDS, TOKEN_WORDS } from '../../parts/words.js';
import { definePage } from '../../site/page.js';
import { loadEntity } from '../entity/load-entity.js';
import { type EntityShown, Provenance, SourceList } from '../entity/provenance.js';
import { Plans } from './plans.js';
import { Reports } from './reports.js';
import { Returns } from './returns.js';

/** As GET /entity/{id} has it. */
const ROWS = 25;

/** The figures of a record by year, as pictures and as tables. */
export const moneyPage = definePage({
  path: '/entity/:id/money',
  name: 'entity.money',
  access: 'reader',
  show: async (visit) => {
    const offset = visit.facts.query.get('offset') ?? '0';
    const shown = await loadEntity(visit, 'financials', offset);
    const { entity } = shown;
    return {
      title: `${entity.name}: figures by year`,
      current: '/search',
      body: (
        <>
          <h1>{`Figures of ${entity.name}`}</h1>
          <p class="actions">
            <a href={entityPath(entity.id)}>Full record</a>
          </p>
          <Figures shown={shown} offset={Number(offset)} />
        </>
      ),
    };
  },
});

function Figures({ shown, offset }: { readonly shown: EntityShown; readonly offset: number }) {
  const { entity, meta } = shown;
  const provenance = new Provenance(shown);
  const { irs, sec, dol } = entity.financials ?? {};
  const lists = [irs, sec, dol];
  const total = Math.max(...lists.map((list) => list?.totalCount ?? 0));
  const items = Math.max(...lists.map((list) => list?.items.length ?? 0));
  return (
    <>
      <Part name="irs" shown={shown}>
        {irs && irs.items.length > 0 && (
          <Returns returns={irs.items} from={provenance.numberOf('us_irs_form_990')} />
        )}
      </Part>
      <Part name="sec" shown={shown}>
        {sec && sec.items.length > 0 && (
          <Reports
            reports={sec.items}
            from={[...new Set(sec.items.map(({ dataset }) => provenance.numberOf(dataset)))]}
          />
        )}
      </Part>
      <Part name="dol" shown={shown}>
        {dol && dol.items.length > 0 && (
          <Plans plans={dol.items} from={provenance.numberOf('us_dol_form_5500')} />
        )}
      </Part>
      <Pager
        offset={offset}
        limit={ROWS}
        shown={items}
        total={total}
        hasMore={items > 0 && offset + items < total}
        at={(place) => entityPath(entity.id, `/money?offset=${place}`)}
      />
      <SourceList provenance={provenance} meta={meta} />
    </>
  );
}

interface PartProps {
  readonly name: 'irs' | 'sec' | 'dol';
  readonly shown: EntityShown;
  readonly children: ComponentChildren;
}

/** The figures of one publisher, or why there are none. */
function Part({ name, shown: { meta }, children }: PartProps) {
  const outcome = meta.enrichment?.financials?.parts?.[name]?.outcome ?? 'none';
  if (children) return <>{children}</>;
  const why = outcome === 'found' ? 'no more entries' : OUTCOME_WORDS[outcome];
  return <p>{`${TOKEN_WORDS[name]}: ${why}.`}</p>;
}
