import type { AbsenceReason } from '../../../contract/vocabulary.js';
import { number, percent } from '../../parts/numbers.js';
import { ABSENCE_WORDS, fieldWords, OUTCOME_WORDS, TOKEN_WORDS } from '../../parts/words.js';
import type { EntityShown } from './provenance.js';

/** Everything that is not on the page, each with its reason. */
export function Absent({ shown }: { readonly shown: EntityShown }) {
  const { meta, entity } = shown;
  const fields = Object.entries(meta.absent) as [string, AbsenceReason][];
  const parts = outcomesOf(meta).filter(
    ({ token }) => token !== 'related' || entity.subjectType !== 'person',
  );
  const excluded = meta.enrichment?.related?.excluded ?? [];
  if (!isAnythingAbsent(shown)) return null;
  return (
    <section id="absent" aria-labelledby="absent-head">
      <h2 id="absent-head">Missing data</h2>
      <ul>
        {fields.map(([field, reason]) => (
          <li>{`${fieldWords(field)}: ${ABSENCE_WORDS[reason]}.`}</li>
        ))}
        {parts.map(({ token, words, possible }) => (
          <li>
            {`${TOKEN_WORDS[token] ?? token}: ${words}.`}
            <Possible links={possible} />
          </li>
        ))}
        {excluded.map(({ kind, value, entities }) => (
          <li>{`${value} ${kind === 'registered_agent' ? 'is the agent' : 'is the address'} of ${number(entities)} entities and is ignored.`}</li>
        ))}
        {entity.subjectType === 'person' && (
          <li>Relations: the record is of an individual; individuals are not related to others.</li>
        )}
      </ul>
    </section>
  );
}

type Meta = EntityShown['meta'];
type Lookup = NonNullable<NonNullable<Meta['enrichment']>[string]>;

/** Look-ups that show nothing; `federal` by its parts. */
function outcomesOf({ enrichment = {} }: Meta): readonly {
  readonly token: string;
  readonly words: string;
  readonly possible: NonNullable<Lookup['possible']>;
}[] {
  return Object.entries(enrichment).flatMap(([token, reported]) => {
    const { outcome, possible, parts } = reported as Lookup;
    const all = parts ? Object.entries(parts) : [[token, { outcome, possible }] as const];
    return all.flatMap(([name, part]) =>
      part === undefined || part.outcome === 'found'
        ? []
        : [{ token: name, words: wordsOf(name, part.outcome), possible: part.possible ?? [] }],
    );
  });
}

/** Candidates that are not certain enough, each with what speaks against it and how an operator confirms it. */
function Possible({ links }: { readonly links: NonNullable<Lookup['possible']> }) {
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map(({ key, name, probability, against, confirm }) => (
        <li>
          {'Candidate: '}
          {key.startsWith('cik:') ? <a href={`/sec?cik=${key.slice('cik:'.length)}`}>{name}</a> : name}
          {` (${key}), ${percent(probability)} likely. ${against.join(' ')} If it is this company, the operator confirms it with `}
          <code>{confirm}</code>.
        </li>
      ))}
    </ul>
  );
}

/** Nobody names a relation: it is what two records share. */
function wordsOf(token: string, outcome: Exclude<Lookup['outcome'], 'found'>): string {
  return token === 'related' && outcome === 'none'
    ? 'no other record has the same agent or address'
    : OUTCOME_WORDS[outcome];
}

/** Whether there is anything to say. */
export function isAnythingAbsent({ entity, meta }: EntityShown): boolean {
  const excluded = meta.enrichment?.related?.excluded ?? [];
  const said = [...Object.keys(meta.absent), ...outcomesOf(meta), ...excluded];
  return entity.subjectType === 'person' || said.length > 0;
}
