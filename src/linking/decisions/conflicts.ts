import type { EntityLink } from '../../store/store.js';

/**
 * Returns the claims on one entity that are not credible. Each party may have only one candidate, but of 2,001 lodges of one
 * name only one can be the entity, and a bank with a common name is not the bank of that name in every town. A claim by
 * identifier always remains. Claims by name at the entity's address outrank other claims by name. If each body has one number,
 * several remaining claims are all in doubt.
 */
export function contested(claims: readonly EntityLink[], oneParty: boolean): readonly EntityLink[] {
  const open = claims.filter((claim) => claim.attached);
  const byNumber = open.filter((claim) => claim.decidedBy === 'identifier');
  const byName = open.filter((claim) => claim.decidedBy === 'model');
  if (byName.length === 0) return [];
  if (oneParty && byNumber.length > 0) return byName;
  if (byName.length === 1) return [];
  const here = byName.filter((claim) => claim.samePlace);
  if (oneParty) return here.length === 1 ? byName.filter((claim) => !claim.samePlace) : byName;
  return here.length === 0 ? byName : byName.filter((claim) => !claim.samePlace);
}
