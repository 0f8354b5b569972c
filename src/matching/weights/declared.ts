/**
 * Weights that no benchmark file can fit, as none holds identifiers or two dates: declared, the same for every
 * data set. An identifier outweighs any name; two identifiers of one kind can be one body's (a firm holds several
 * EINs), but then the link needs more than a name; nothing acts before it is formed; a benefit trust of a firm's name is
 * not the firm.
 */
export const DECLARED: Readonly<Record<string, number>> = {
  'identifier.agree': 20,
  'identifier.conflict': -8,
  'dates.impossible': -4,
  'benefitTrust.conflict': -4,
};
