import type { ExplainedLink } from '../../../contract/records/entity.js';
import { SEC_FILERS } from '../../../domain/sec/sec.js';
import { counted } from '../../parts/numbers.js';
import { SideBySide } from '../../parts/side-by-side.js';
import { TOKEN_WORDS } from '../../parts/words.js';
import type { EntityShown } from './provenance.js';

const TIERS: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  probable: 'Probable',
  possible: 'Possible; its data is not displayed',
};

/** The ties of the record to parties of other data sets, each with its evidence. */
export function WhyLinked({ shown: { meta, sources } }: { readonly shown: EntityShown }) {
  const { links = [] } = meta;
  if (links.length === 0) return null;
  // Filers are merged from several SEC sources.
  const titleOf = (id: string) =>
    id === SEC_FILERS ? 'SEC filers' : (sources.find((source) => source.id === id)?.title ?? id);
  return (
    <section id="why" aria-labelledby="why-head">
      <h2 id="why-head">Why linked</h2>
      {links.map((link) => (
        <LinkEvidence link={link} title={titleOf(link.dataset)} />
      ))}
    </section>
  );
}

function LinkEvidence({ link, title }: { readonly link: ExplainedLink; readonly title: string }) {
  const { token, key, tier, outcome, probability, decidedBy, evidence, rivals, candidates = [] } = link;
  const isAmbiguous = outcome === 'ambiguous';
  const reported = isAmbiguous
    ? 'Ambiguous: its rivals are equally likely; not displayed'
    : (TIERS[tier] ?? tier);
  return (
    <details open={isAmbiguous}>
      <summary>{`${title}: ${reported}`}</summary>
      <p>
        {`${TOKEN_WORDS[token] ?? token}. Party `}
        <code>{key}</code>
        {`, ${percent(probability)} likely, decided by ${DECIDED[decidedBy] ?? decidedBy}`}
        {rivals > 0 ? `; ${counted(rivals, 'other candidate')}.` : '.'}
      </p>
      {isAmbiguous && candidates.length > 1 && (
        <SideBySide
          caption={`${candidates.length} of ${rivals + 1} records that may be ${key}, this one first`}
          candidates={candidates}
          common={{ side: 'theirs', head: 'In the data set' }}
        />
      )}
      <ul>
        {evidence
          .filter(({ field }) => field !== 'base')
          .map(({ text, ours, theirs, verdict }) => (
            <li>
              {text}
              {ours !== null && theirs !== null && (
                <span class="quiet">
                  {verdict === 'agree' && ours === theirs
                    ? ` ${ours}`
                    : ` Here “${ours}”, there “${theirs}”.`}
                </span>
              )}
            </li>
          ))}
      </ul>
    </details>
  );
}

const DECIDED: Readonly<Record<string, string>> = {
  identifier: 'a number in both',
  model: 'weighing the evidence',
  correction: 'a person’s correction',
};

function percent(probability: number): string {
  if (probability > 0.9995) return 'over 99.9 %';
  return `${(probability * 100).toFixed(1)} %`;
}
