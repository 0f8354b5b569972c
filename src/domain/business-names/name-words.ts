import { plainText, searchText } from '../names.js';
import { splitForms } from './legal-forms.js';
import { writtenOut } from './spellings.js';

/**
 * The texts in which a name's words are looked for: abbreviations written out, without `the` before and behind. A name whose
 * initials stand apart (`J P MORGAN`, `BERGUM WILLIAM R A`) or whose form is a phrase (`LIMITED LIABILITY COMPANY`) has two: as
 * `wordsOfText` writes it, which comes first, and as it stands, so that each initial and each word of the phrase is found too.
 */
export function nameWords(name: string): readonly string[] {
  const whole = searchText(name);
  const text = wordsOfText(whole);
  const plain = plainText(name);
  if (plain === whole && !PHRASE.test(text) && !PHRASE.test(whole)) return [text];
  const apart = spelt(plain.split(' '));
  return apart === text ? [text] : [text, apart];
}

/** The words of a normalised text, in the spelling of `nameWords`: a phrase that is a legal form by its letters. */
export function wordsOfText(text: string): string {
  const words = text.split(' ');
  if (!PHRASE.test(text)) return spelt(words);
  const { core, forms } = splitForms(words);
  const last = forms.at(-1) ?? '';
  const isPhrase = words.at(-1) !== last && last !== '' && !SINGLE.has(last);
  return isPhrase ? spelt([...core, ...forms.join(' ').split(' ')]) : spelt(words);
}

const PHRASE = /(?:^| )(?:liability|partnership|professional|national|public) /;
/** Forms whose other spelling is one word, an abbreviation like others. */
const SINGLE: ReadonlySet<string> = new Set(['inc', 'corp', 'co', 'ltd']);

function spelt(words: readonly string[]): string {
  let [from, to] = [0, words.length];
  if (to - from > 1 && words[from] === 'the') from++;
  if (to - from > 1 && words[to - 1] === 'the') to--;
  return words.slice(from, to).map(writtenOut).join(' ');
}
