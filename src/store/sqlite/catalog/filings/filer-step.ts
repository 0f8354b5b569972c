import type { FilerFact } from '../../../../domain/sec/sec.js';
import { mergeFilerFacts } from '../../../../domain/sec/sec-precedence.js';

/** The facts of one run about one filer. */
export interface FilerStep {
  readonly facts: readonly string[];
  /** The run also contained the stored facts: others add to them and do not correct them. */
  readonly confirmed: boolean;
}

/** Returns the source's part after the run. */
export function mergeFilerStep(stored: string | undefined, step: FilerStep): string {
  const facts = step.confirmed && stored !== undefined ? [stored, ...step.facts] : step.facts;
  return canonicalFact(facts.map((text) => JSON.parse(text) as FilerFact).reduce(mergeFilerFacts));
}

/** Equal facts have equal text: members in one order, lists sorted. */
export function canonicalFact(fact: FilerFact): string {
  return JSON.stringify(mergeFilerFacts(fact, fact));
}
