import { identifier } from '../../matching/compare/identifier.js';
import { identifierText } from '../candidates/entity-record.js';
import { withoutRegister } from './candidate.js';
import type { MatchedCandidate } from './findings.js';

/** A line of evidence as shown to users. */
interface ShownEvidence {
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly verdict: string;
  readonly weight: number;
  readonly text: string;
}

/** Hides identifiers used for linking only, unless they were in the request. */
export function shownEvidence({ evidence, candidate }: MatchedCandidate): ShownEvidence[] {
  const published = new Set((candidate.data.identifiers ?? []).map(identifierText));
  return evidence.map(({ field, ours, theirs, verdict, weight, sentence }) => {
    const isIdentifier = field === identifier.field;
    const isShown = !isIdentifier || theirs === ours || (theirs !== null && published.has(theirs));
    return {
      field,
      ours: isIdentifier ? withoutRegister(ours) : ours,
      theirs: isShown ? (isIdentifier ? withoutRegister(theirs) : theirs) : null,
      verdict,
      weight: Math.round(weight * 1000) / 1000,
      text: sentence,
    };
  });
}
