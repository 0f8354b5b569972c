import type { ExplainedLink } from '../../../contract/records/entity.js';
import type { SourceItem } from '../../../contract/service/source.js';
import type { AnswerOf } from '../../site/answers.js';

/** A record as a page shows it. */
export interface EntityShown {
  readonly entity: AnswerOf<'getEntity'>['data'];
  readonly meta: AnswerOf<'getEntity'>['meta'];
  readonly sources: readonly SourceItem[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Numbers the sources of a page in the order in which its facts name them; the record's own is the first. */
export class Provenance {
  readonly own: SourceItem | undefined;
  readonly #sources: readonly SourceItem[];
  readonly #links: readonly ExplainedLink[];
  readonly #numbered: string[] = [];

  constructor({ entity, meta, sources }: EntityShown) {
    this.#sources = sources;
    this.#links = meta.links ?? [];
    this.own =
      sources.find(
        ({ title, sourceAgency, state }) =>
          title === meta.dataset &&
          (sourceAgency ?? null) === entity.sourceAgency &&
          (state === null || entity.state === undefined || state === entity.state),
      ) ?? sources.find(({ title }) => title === meta.dataset);
    this.numberOf(this.own?.id ?? OWN);
  }

  /** From 1 on. */
  numberOf(id: string): number {
    const at = this.#numbered.indexOf(id);
    return at === -1 ? this.#numbered.push(id) : at + 1;
  }

  /** The source that a part of the record came from. */
  sourceOf(part: Part): string {
    const fits = DATASETS[part];
    const linked = this.#links.find(({ dataset, attached }) => attached && fits.test(dataset))?.dataset;
    return linked ?? this.#sources.find(({ id, loaded }) => loaded && fits.test(id))?.id ?? OWN;
  }

  /** All that were numbered, in order; undefined is one that the service does not list. */
  get listed(): readonly (SourceItem | undefined)[] {
    return this.#numbered.map((id) => this.#sources.find((source) => source.id === id));
  }
}

const OWN = 'own';

const DATASETS = {
  sec: /^us_sec_/,
  contracts: /contracts/,
  lobbying: /lda|lobby/,
  sam: /sam_/,
  nonprofit: /irs_exempt/,
  irs_990: /irs_form_990/,
  ucc: /_ucc$/,
  ppp: /ppp/,
} as const;
export type Part = keyof typeof DATASETS;

/** The superscript after a fact, linking to its source. */
export function From({ number }: { readonly number: number }) {
  return (
    <a class="from" href={`#source-${number}`} aria-label={`Source ${number}`}>
      {`[${number}]`}
    </a>
  );
}

/** From where everything on the page came, how old it is, and under which terms. */
export function SourceList({
  provenance,
  meta,
}: {
  readonly provenance: Provenance;
  readonly meta: EntityShown['meta'];
}) {
  return (
    <section id="sources" aria-labelledby="sources-head">
      <h2 id="sources-head">Sources</h2>
      <ol class="sources">
        {provenance.listed.map((source, at) => (
          <li id={`source-${at + 1}`}>
            {source ? <SourceLine source={source} /> : (meta.dataset ?? meta.source)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceLine({ source }: { readonly source: SourceItem }) {
  const { title, sourceAgency, url, publishedAt, fetchedAt, licence } = source;
  const agency = sourceAgency === null ? '' : `${sourceAgency}: `;
  return (
    <>
      {agency}
      <a href={url} rel="noreferrer">
        {title}
      </a>
      <span class="quiet">
        {`. ${publishedAt === null ? 'Publication date unknown' : `Published ${publishedAt}`}; `}
        {fetchedAt === null ? 'not loaded, read from the portal' : `loaded ${fetchedAt.slice(0, 10)}`}
        {`. Terms: ${licence}.`}
      </span>
    </>
  );
}
