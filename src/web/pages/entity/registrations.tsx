import { dollars } from '../../parts/numbers.js';
import { Table } from '../../parts/table.js';
import { Fact } from './facts.js';
import { type EntityShown, From, type Provenance } from './provenance.js';

interface SectionProps {
  readonly shown: EntityShown;
  readonly provenance: Provenance;
}

/** The contractor registration. */
export function Sam({ shown: { entity }, provenance }: SectionProps) {
  const { sam } = entity;
  if (!sam) return null;
  const from = provenance.numberOf(provenance.sourceOf('sam'));
  const facts: [string, string | null][] = [
    ['UEI', sam.uei],
    ['CAGE code', sam.cageCode],
    ['Industry (NAICS)', codeWords(sam.naicsCode, sam.naicsTitle)],
    ['Registration', sam.registrationStatus],
    ['Ends', sam.expirationDate],
    ['Business types', sam.businessTypeTitles.join('; ') || null],
  ];
  return <FactSection id="sam" title="Contractor registration" facts={facts} from={from} />;
}

/** The record of the IRS. */
export function Nonprofit({ shown: { entity }, provenance }: SectionProps) {
  const { nonprofit } = entity;
  if (!nonprofit) return null;
  const from = provenance.numberOf(provenance.sourceOf('nonprofit'));
  const { rulingDate, subsectionCode, income, assets } = nonprofit;
  const period = !nonprofit.taxPeriod ? '' : `, tax period ended ${nonprofit.taxPeriod}`;
  const facts: [string, string | null][] = [
    ['EIN', nonprofit.ein],
    ['501(c) section', subsectionCode === null ? null : `501(c)(${Number(subsectionCode)})`],
    ['Classification (NTEE)', codeWords(nonprofit.nteeCode, nonprofit.nteeTitle)],
    ['Ruling', rulingDate === null ? null : `${rulingDate.slice(0, 4)}-${rulingDate.slice(4)}`],
    ['Income', income === null ? null : `${dollars(income)}${period}`],
    ['Assets', assets === null ? null : `${dollars(assets)}${period}`],
  ];
  return <FactSection id="nonprofit" title="Nonprofit record" facts={facts} from={from} />;
}

/** A code with its title, if it has one. */
function codeWords(code: string | null, title: string | null | undefined): string | null {
  return code === null || !title ? code : `${code}: ${title}`;
}

function FactSection({
  id,
  title,
  facts,
  from,
}: {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly (readonly [string, string | null])[];
  readonly from: number;
}) {
  const blank = facts.filter(([, value]) => value === null).map(([name]) => name);
  return (
    <section id={id} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>{title}</h2>
      <dl class="facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <Fact name={name} number={from}>
                {value}
              </Fact>
            ),
        )}
      </dl>
      {blank.length > 0 && <p class="quiet">{`Left blank by the publisher: ${blank.join(', ')}.`}</p>}
    </section>
  );
}

/** Filings at the register itself. */
export function Filings({ shown: { entity }, provenance }: SectionProps) {
  const { filings } = entity;
  if (filings.length === 0) return null;
  return (
    <section id="filings" aria-labelledby="filings-head">
      <h2 id="filings-head">
        Filings with the register <From number={provenance.numberOf(provenance.own?.id ?? 'own')} />
      </h2>
      <Table
        caption={`${filings.length} filings, newest first`}
        columns={[
          { head: 'Filing', cell: ({ type }) => type },
          { head: 'Date', kind: 'date', cell: ({ date }) => date ?? 'not given' },
          { head: 'Description', cell: ({ description }) => description ?? '' },
        ]}
        rows={filings}
      />
    </section>
  );
}
