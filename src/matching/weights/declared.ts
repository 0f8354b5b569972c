/**
 * Weights that cannot be fitted, because no benchmark file contains identifiers or two dates. They are declared, the same for
 * every data set. An identifier outweighs any name. Two identifiers of one kind can belong to one body (a firm has several
 * EINs), but then the link needs more than a name. Nothing acts before it is formed. A benefit trust with a firm's name is not
 * the firm.
 */
export const DECLARED: Readonly<Record<string, number>> = {
  'identifier.agree': 20,
  'identifier.conflict': -8,
  'dates.impossible': -4,
  'benefitTrust.conflict': -4,
};
