import type { Filer, SecSourceId } from '../../../../domain/sec/sec.js';
import { type FilerParts, mergeFiler } from '../../../../domain/sec/sec-precedence.js';
import type { Sqlite } from '../../file/driver.js';
import { mergeFilerStep } from './filer-step.js';
import { filerPartsOf, partOf } from './sec-claims.js';

/**
 * Returns the number of known filers whose search terms (names, tickers, industry code) a run that is not yet applied will
 * change. Addresses are not search terms, and confirmed filers have no step.
 */
export function countFilersFoundOtherwise(catalog: Sqlite, stage: Sqlite, source: SecSourceId): number {
  const filer = catalog.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck();
  const parts = catalog.prepare<[number], { part: number; fact: string }>(
    'SELECT part, fact FROM filer_parts WHERE cik = ?',
  );
  let count = 0;
  for (const { cik, facts, confirmed } of stepsOf(stage)) {
    const before = filer.get(cik);
    if (before === undefined) continue;
    const held = parts.all(cik);
    const after = mergeFiler(cik, partsAfter(held, { facts, confirmed }, source));
    if (searchedBy(JSON.parse(before) as Filer) !== searchedBy(after)) count++;
  }
  return count;
}

interface StagedStep {
  /** Empty if the source no longer contains the filer. */
  readonly facts: readonly string[];
  readonly confirmed: boolean;
}

function* stepsOf(stage: Sqlite): Generator<StagedStep & { readonly cik: number }> {
  const steps = stage.prepare<[], { cik: number; facts: string; confirmed: number }>(
    `SELECT cik, json_group_array(fact) AS facts, max(confirmed) AS confirmed FROM filers GROUP BY cik
     UNION ALL SELECT cik, '[]', 0 FROM withdrawn_filers`,
  );
  for (const { cik, facts, confirmed } of steps.iterate()) {
    yield { cik, facts: JSON.parse(facts) as string[], confirmed: confirmed === 1 };
  }
}

function partsAfter(
  held: readonly { readonly part: number; readonly fact: string }[],
  step: StagedStep,
  source: SecSourceId,
): FilerParts {
  const own = partOf(source);
  const stored = held.find(({ part }) => part === own)?.fact;
  const others = held.filter(({ part }) => part !== own);
  if (step.facts.length === 0) return filerPartsOf(others);
  return filerPartsOf([...others, { part: own, fact: mergeFilerStep(stored, step) }]);
}

function searchedBy(filer: Filer | undefined): string {
  const former = new Set(filer?.formerNames.map(({ name }) => name));
  return JSON.stringify([filer?.name, [...former].sort(), filer?.tickers, filer?.sic]);
}
