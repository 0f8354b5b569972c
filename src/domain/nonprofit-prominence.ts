/** Affiliation codes of the IRS: the central organization of a group, and one of its subordinates. */
const CENTRAL: ReadonlySet<string> = new Set(['6', '8']);
const SUBORDINATE = '9';

/** Steps of assets, of which each is twice the one before. */
const STEPS = 40;
export const MIN_PROMINENCE = 3 * STEPS - 1;

/**
 * Returns how prominent a nonprofit is among others of its name, 0 the most: central organizations of a group first, subordinates last, then
 * by assets in US dollars.
 */
export function nonprofitProminence(affiliation: string | undefined, assets: number | null): number {
  const kind = affiliation === SUBORDINATE ? 2 : CENTRAL.has(affiliation ?? '') ? 0 : 1;
  const step = Math.min(STEPS - 1, Math.floor(Math.log2(Math.max(1, assets ?? 1))));
  return kind * STEPS + STEPS - 1 - step;
}
