/** Affiliation codes of the IRS: the central organization of a group, and one of its subordinates. */
const CENTRAL: ReadonlySet<string> = new Set(['6', '8']);
const SUBORDINATE = '9';

/** Asset classes, each twice the previous one. */
const STEPS = 40;
/** A central organization counts as this many asset classes higher, a subordinate as this many lower. */
const GROUP_STEPS = 8;
export const MIN_PROMINENCE = STEPS - 1 + 2 * GROUP_STEPS;

/**
 * Returns the rank of a nonprofit among others whose names begin alike, 0 the most prominent, by assets in US dollars. A
 * central organization precedes its subordinates, but not a university whose alumni it unites.
 */
export function nonprofitProminence(affiliation: string | undefined, assets: number | null): number {
  const group = affiliation === SUBORDINATE ? 2 : CENTRAL.has(affiliation ?? '') ? 0 : 1;
  const step = Math.min(STEPS - 1, Math.floor(Math.log2(Math.max(1, assets ?? 1))));
  return group * GROUP_STEPS + STEPS - 1 - step;
}
