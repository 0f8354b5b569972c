import type { PreparedName } from '../../records/prepare.js';
import type { Comparison, Pair, Verdict } from '../comparison.js';

/**
 * Compares the names other than the best pair: a second shared name, or our current name missing from a side that lists
 * several.
 */
export const otherNames: Comparison = {
  field: 'other names',
  features: [
    'names.secondShared',
    'names.currentMissing',
    'names.currentMissingOfMany',
    'names.currentOtherForm',
    'names.otherHistory',
  ],
  against: [
    'names.currentMissing',
    'names.currentMissingOfMany',
    'names.currentOtherForm',
    'names.otherHistory',
  ],
  says: {
    agree: 'A second name is shared as well.',
    partly: 'One side no longer has the name.',
    conflict: 'Our current name is not among the names they list.',
    neutral: 'Only one name is shared.',
    unknown: 'Neither side has a second name.',
  },
  saysOf: (pair, verdict) =>
    verdict === 'neutral' && hasOtherHistory(pair)
      ? 'They had other names before, none of which we list.'
      : undefined,
  measure: (pair, values, at) => {
    const verdict = verdictOf(pair);
    const { ours } = pair.names;
    if (verdict === 'agree') values[at] = 1;
    if (ours.kind === 'former' && currentFormDiffers(pair)) values[at + 3] = 1;
    if (verdict !== 'agree' && hasOtherHistory(pair)) values[at + 4] = 1;
    if (ours.kind !== 'current' && !currentKnown(pair)) {
      values[at + 1] = 1;
      if (pair.theirs.names.length > 1) values[at + 2] = 1;
    }
    return verdict;
  },
  shows: ({ ours, theirs, names }) => ({
    ours: listed(ours.names, names.ours),
    theirs: listed(theirs.names, names.theirs),
  }),
};

function verdictOf(pair: Pair): Verdict {
  const { ours, theirs, names } = pair;
  if (ours.names.length === 1 && theirs.names.length === 1) return 'unknown';
  if (sharedNames(ours.names, theirs.names) >= 2) return 'agree';
  if (names.ours.kind !== 'current' && !currentKnown(pair)) return 'conflict';
  if (names.ours.kind === 'former' && currentFormDiffers(pair)) return 'conflict';
  return names.theirs.kind === 'former' ? 'partly' : 'neutral';
}

/** Both have the name now, and they list earlier names of which we list none: another body may have taken the name. */
function hasOtherHistory({ ours, theirs, names }: Pair): boolean {
  if (names.ours.kind !== 'current' || names.theirs.kind !== 'current') return false;
  const former = theirs.names.filter(({ kind, core }) => kind === 'former' && core !== names.theirs.core);
  return former.length > 0 && !former.some(({ core }) => ours.names.some((name) => name.core === core));
}

function currentKnown({ ours, theirs }: Pair): boolean {
  const current = ours.names[0]?.core;
  return theirs.names.some((name) => name.core === current);
}

/**
 * Our current name equals theirs except for its legal form, which differs in all of their names: `ACME PLC`, before `ACME LTD`.
 */
function currentFormDiffers({ ours, theirs }: Pair): boolean {
  const current = ours.names[0];
  if (current?.legalForm === undefined) return false;
  const same = theirs.names.filter((name) => name.core === current.core);
  return same.length > 0 && same.every(({ legalForm }) => legalForm && legalForm !== current.legalForm);
}

/** Names of two cores, or of one core in two legal forms, that both sides list. */
function sharedNames(ours: readonly PreparedName[], theirs: readonly PreparedName[]): number {
  if (ours.length === 1 || theirs.length === 1) return 0;
  const written = ours.filter((one) => theirs.some((other) => other.written === one.written));
  const cores = ours.filter((one) => theirs.some((other) => other.core === one.core));
  return Math.max(written.length, new Set(cores.map((name) => name.core)).size);
}

function listed(names: readonly PreparedName[], without: PreparedName): string | null {
  const others = names.filter((name) => name !== without).map((name) => name.raw);
  return others.length === 0 ? null : others.join('; ');
}
