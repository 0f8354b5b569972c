/**
 * The letters and the abbreviations that the Division's own forms explain. Letters stand together for several offices:
 * `PD`, `DPST`, `VP/D`. Filers write `PRES`, `SEC`, `TREA` and `DIR` too. They write much else (`AUTH`), and `TR` for a trustee
 * as for a treasurer: that stays as it is.
 */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['P', 'President'],
  ['V', 'Vice President'],
  ['VP', 'Vice President'],
  ['S', 'Secretary'],
  ['T', 'Treasurer'],
  ['C', 'Chairman'],
  ['D', 'Director'],
  ['CEO', 'Chief Executive Officer'],
  ['CFO', 'Chief Financial Officer'],
  ['COO', 'Chief Operating Officer'],
  ['MGR', 'Manager'],
  ['MGRM', 'Managing Member'],
  ['MBR', 'Member'],
  ['AMBR', 'Authorized Member'],
  ['AP', 'Authorized Person'],
  ['AR', 'Authorized Representative'],
  ['PRES', 'President'],
  ['SEC', 'Secretary'],
  ['TREA', 'Treasurer'],
  ['TREAS', 'Treasurer'],
  ['DIR', 'Director'],
]);
const LETTERS = /^(?:VP|CEO|CFO|COO|[PVSTDC])(?:[/, ]*(?:VP|CEO|CFO|COO|[PVSTDC]))+$/;
const LETTER = /VP|CEO|CFO|COO|[PVSTDC]/g;

/** `DPST` is `Director, President, Secretary, Treasurer`. */
export function officerTitle(code: string): string {
  const upper = code.toUpperCase();
  const title = TITLES.get(upper);
  if (title !== undefined) return title;
  if (!LETTERS.test(upper)) return code;
  const offices = upper.match(LETTER) ?? [];
  return [...new Set(offices.map((office) => TITLES.get(office) ?? office))].join(', ');
}
