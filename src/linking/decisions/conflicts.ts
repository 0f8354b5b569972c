import type { EntityLink } from '../../store/store.js';

/**
 * Picks the claims on one entity that cannot be defended. Names decide from the party's side, where each party looks the
 * sole one: but of 2,001 lodges of one name only one can be the entity, and a bank of a common name is not the
 * bank of that name in every town. A claim by number stands. Claims by name with the entity's place
 * outdo the other claims by name; if a body has one number, several that are left are all in doubt.
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
