/**
 * The day on which a register first entered a body. For a domestic one that is its formation; for a foreign one, formed
 * elsewhere and earlier, it is the day on which the state let it do business.
 */
export function formationOf(
  day: string | undefined,
  isForeign: boolean,
): { readonly formedDate?: string | undefined; readonly registeredInStateDate?: string | undefined } {
  return isForeign ? { registeredInStateDate: day } : { formedDate: day };
}

/** By the publisher's words for the type: `FOREIGN LIMITED LIABILITY COMPANY`, `Delaware corporation (foreign)`. */
export function isForeignType(type: string | undefined): boolean {
  return type !== undefined && /\bforeign\b/i.test(type);
}

export function formationByType(day: string | undefined, type: string | undefined) {
  return formationOf(day, isForeignType(type));
}
