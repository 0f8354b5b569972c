import type { ComponentChildren } from 'preact';
import { entityPath } from './links.js';
import { percent } from './numbers.js';
import { fieldWords } from './words.js';

interface Evidence {
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly verdict: string;
  readonly text: string;
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly state: string | null;
  readonly probability: number;
  readonly evidence: readonly Evidence[];
}

interface SideBySideProps {
  readonly caption: string;
  readonly candidates: readonly Candidate[];
  /** The side of the evidence that all candidates are compared with, and its head. */
  readonly common: { readonly side: 'ours' | 'theirs'; readonly head: string };
  /** Stands below the name of a candidate, if a reader may choose. */
  readonly choice?: (candidate: Candidate) => ComponentChildren;
}

/** Candidates in columns, field by field with what speaks for and against each. */
export function SideBySide({ caption, candidates, common, choice }: SideBySideProps) {
  const fields = [
    ...new Set(candidates.flatMap(({ evidence }) => evidence.map(({ field }) => field))),
  ].filter((field) => field !== 'base');
  const commonOf = (field: string) =>
    candidates.flatMap(({ evidence }) => evidence.find((one) => one.field === field)?.[common.side] ?? [])[0];
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col">{common.head}</th>
            {candidates.map((candidate) => (
              <th scope="col">
                <a href={entityPath(candidate.id)}>{candidate.name}</a>
                {candidate.state !== null && ` ${candidate.state}`}
                {choice?.(candidate)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Probability</th>
            <td />
            {candidates.map(({ probability }) => (
              <td>{percent(probability)}</td>
            ))}
          </tr>
          {fields.map((field) => (
            <tr>
              <th scope="row">{capital(fieldWords(field))}</th>
              <td>{commonOf(field) ?? 'not given'}</td>
              {candidates.map(({ evidence }) => (
                <Compared lines={evidence.filter((one) => one.field === field)} common={common.side} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Compared({
  lines,
  common,
}: {
  readonly lines: readonly Evidence[];
  readonly common: 'ours' | 'theirs';
}) {
  if (lines.length === 0) return <td class="quiet">not compared</td>;
  return (
    <td>
      {lines.map(({ text, verdict, ...sides }) => {
        const own = sides[common === 'ours' ? 'theirs' : 'ours'];
        const kind = KINDS[verdict];
        return (
          <p>
            {own !== null && <>{own} </>}
            {kind && <span class={`tag ${kind.look}`}>{own === null ? kind.alone : kind.words}</span>}{' '}
            <span class="quiet">{text}</span>
          </p>
        );
      })}
    </td>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Kind {
  readonly look: string;
  readonly words: string;
  /** If nothing on the other side could agree. */
  readonly alone: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  agree: { look: 'good', words: 'agrees', alone: 'agrees' },
  partly: { look: 'warn', words: 'partly agrees', alone: 'partly agrees' },
  conflict: { look: 'bad', words: 'differs', alone: 'conflicts' },
};
