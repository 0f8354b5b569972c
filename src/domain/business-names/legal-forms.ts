interface NameEnding {
  /** The words before the legal forms, at least one; without a leading `the`. */
  readonly core: readonly string[];
  /** The forms in canonical spelling, `co inc` for `& Company, Incorporated`; empty if there is none. */
  readonly forms: readonly string[];
  /** The words after the core; phrases as abbreviations: `llc` for `limited liability company`. */
  readonly tail: readonly string[];
}

/** Splits a normalised text, initials joined, into the words of the name and its legal forms. */
export function splitForms(words: readonly string[]): NameEnding {
  const from = words.length > 1 && words[0] === 'the' ? 1 : 0;
  const forms: string[] = [];
  const tail: string[] = [];
  let end = words.length;
  while (end > from + 1) {
    const found = formEndingAt(words, end, from + 1);
    if (found === undefined) break;
    if (found.form !== '') forms.unshift(found.form);
    tail.unshift(found.length > 1 ? found.form : (words[end - 1] ?? ''));
    end -= found.length;
  }
  return { core: words.slice(from, end), forms, tail };
}

/** Returns whether a normalised text consists of legal forms, as the truncated end of a long name may: `inc`. */
export function isFormAlone(text: string): boolean {
  return splitForms(['name', ...text.split(' ')]).core.length === 1;
}

/** The longest legal form with this end that starts at or after `min`. */
function formEndingAt(words: readonly string[], end: number, min: number) {
  for (let length = Math.min(LONGEST, end - min); length > 0; length--) {
    const form = FORMS.get(words.slice(end - length, end).join(' '));
    if (form !== undefined) return { form, length };
  }
  return undefined;
}

/** One line a form: canonical spelling, then the others. */
const SPELLINGS = `
inc | incorporated | incorporation | incorp
corp | corporation | corpn
pbc | public benefit corporation | public benefit corp
co | company
ltd | limited
ltd co | limited company | lc
llc | limited liability company | limited liability co | ltd liability co | ltd liability company | limited liability corporation | limited liability corp
pllc | professional limited liability company | professional limited liability co | professional llc
lp | limited partnership | ltd partnership
llp | limited liability partnership
lllp | limited liability limited partnership
pc | professional corporation | professional corp | prof corp
pa | professional association | professional assn | professional assoc | prof assn
plc | public limited company | public limited co
na | national association | national assn | national assoc | natl assn | natl association | natl assoc
sa | nv | bv | ag | gmbh | se | spa | srl | sarl | oyj | asa | ab | kg | kgaa | pte | pty
`;

/** The last line: forms of other countries, each a form of its own. */
const FOREIGN = 'sa';

/** Drops `and` from `& Co.`, and a trailing `the` from `Gap, Inc. (The)`. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['the', ''],
  ['and', ''],
  ...SPELLINGS.trim()
    .split('\n')
    .flatMap((line) => {
      const spellings = line.split(' | ');
      const [form = ''] = spellings;
      return spellings.map((spelling): [string, string] => [spelling, form === FOREIGN ? spelling : form]);
    }),
]);

const LONGEST = Math.max(...[...FORMS.keys()].map((spelling) => spelling.split(' ').length));

/** All spellings of a form as returned by `splitForms`. */
export function spellingsOfForm(form: string): readonly string[] {
  return [...FORMS].flatMap(([spelling, of]) => (of === form ? [spelling] : []));
}
