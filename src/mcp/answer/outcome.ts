import { MATCH_OUTCOMES, type MatchKind, type MatchOutcome } from '../../contract/vocabulary.js';
import { comparedText, keyOfText } from '../../domain/business-names/name-key.js';
import type { Json } from '../tools/tool.js';

/** Kinds of match in which the whole name is that of the request, apart from the legal form. */
const WHOLE: ReadonlySet<unknown> = new Set<MatchKind>(['exact', 'former', 'other_form', 'known_as']);
/** Fields that are no names. */
const OTHER_FIELDS: ReadonlySet<unknown> = new Set(['item', 'description', 'place']);

/** Arguments that name a body, and where a result without `match` has the name. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  recipient: ['recipientName'],
  client_name: ['client', 'name'],
  registrant_name: ['registrant', 'name'],
};

/**
 * Returns `found` for a search only if the first result has the name of the request as its whole name. A longer name with the same words is
 * `possible`; results for a corrected or shortened name, or in a place, are `ambiguous`.
 */
export function outcomeOf(given: Json, data: unknown, meta: Json): MatchOutcome {
  const { outcome } = (data ?? {}) as { outcome?: unknown };
  const known = MATCH_OUTCOMES.find((one) => one === outcome);
  if (known !== undefined) return known;
  if (!Array.isArray(data)) return 'found';
  if (data.length === 0) return 'none';
  const isAsWritten = [meta.correctedQuery, meta.removedWords, meta.place].every((one) => one === undefined);
  if (!isAsWritten) return 'ambiguous';
  return isNamed(data[0] as Json, given) ? 'found' : 'possible';
}

function isNamed(first: Json, given: Json): boolean {
  const match = first.match as { field: unknown; kind: unknown } | null | undefined;
  if (match) return OTHER_FIELDS.has(match.field) || WHOLE.has(match.kind);
  return Object.entries(NAMES).every(([argument, path]) => {
    const name = given[argument];
    return typeof name !== 'string' || coreOf(name) === coreOf(String(valueAt(first, path)));
  });
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  return path.reduce((value, member) => (value as Json | null)?.[member], from);
}

/** The name without its legal form and spaces. */
function coreOf(name: string): string {
  return keyOfText(comparedText(name))?.compact ?? '';
}
