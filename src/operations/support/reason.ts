import type { EntityMatchField } from '../../contract/entity-search.js';
import type { FilingMatchField } from '../../contract/filing-search.js';
import type { MatchKind } from '../../contract/vocabulary.js';
import { type Mark, marksAtBeginning, marksIn } from '../../domain/business-names/marks.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import type { IndexAnswer } from '../../search/format/types.js';

type Field = EntityMatchField | FilingMatchField;

interface MatchedValue<OneOf extends Field> {
  readonly field: OneOf;
  readonly value: string;
  readonly kind: MatchKind;
}

/** The text that was looked for at last, and the words that were left out. */
type Sought = Pick<IndexAnswer, 'sought' | 'removed'> & {
  /** Words that were read as the place of the address. */
  readonly place?: string | undefined;
};

/** A match with its reason in words and the parts of the value that were asked for. `kind`: by which the tier finds. */
export function explained<OneOf extends Field>(match: MatchedValue<OneOf>, kind: MatchKind, reading: Sought) {
  return { ...match, marks: marksOf(match.value, kind, reading), why: whyOf(match, kind, reading) };
}

function marksOf(value: string, kind: MatchKind, { sought }: Sought): Mark[] {
  const whole = [{ from: 0, to: value.length }];
  if (kind === 'exact' || kind === 'former') return value === '' ? [] : whole;
  const marks = marksIn(value, sought.text.split(' '), sought.isLastPartial || kind === 'prefix');
  if (marks.length > 0 || kind === 'words') return marks;
  return marksAtBeginning(value, sought.text);
}

const SUBJECTS: Readonly<Record<Field, string>> = {
  name: 'Its name',
  agent: 'Its registered agent',
  officer: 'The name of an officer',
  filing_number: 'Its number',
  address: 'Its address',
  place: 'Its address',
  other_name: 'Another name',
  former_name: 'A former name',
  sort_name: 'The second line of its name',
  ticker: 'The ticker of a listed company of this name',
  cik: 'The CIK of the filer',
  accession: 'Its accession number',
  item: 'An item of the 8-K',
  description: 'The form or the description',
};

/** `kind` of the match says that a text was corrected; the kind of the tier says how the corrected text matched. */
function whyOf(match: MatchedValue<Field>, kind: MatchKind, reading: Sought): string {
  const { field, kind: shown } = match;
  if (field === 'place') return 'Its address is in this place.';
  if (field === 'address')
    return kind === 'exact' ? 'Its address is this one.' : 'Its address is another unit of this building.';
  const corrected = shown === 'typo' ? ', after spelling correction' : '';
  const left =
    reading.removed.length > 0 ? `, without ${reading.removed.map((word) => `“${word}”`).join(', ')}` : '';
  const place = reading.place === undefined ? '' : `, and its address is in “${reading.place}”`;
  return `${SUBJECTS[field]} ${predicateOf(match, kind, reading.sought.text)}${corrected}${left}${place}.`;
}

function predicateOf({ field, value }: MatchedValue<Field>, kind: MatchKind, sought: string): string {
  const text = `“${sought}”`;
  switch (kind) {
    case 'other_form':
      return `is ${text} with another legal form`;
    case 'prefix':
      return `starts with ${text}`;
    case 'words':
      return sought.includes(' ') ? `contains the words ${text}` : `contains the word ${text}`;
    case 'typo':
      return `is similar to ${text}`;
    case 'known_as':
      return `is the full name of ${text}`;
    default: {
      const isSpeltSo = field === 'filing_number' || field === 'accession' || comparedText(value) === sought;
      return isSpeltSo ? `is ${text}` : `is ${text}, apart from legal form and spelling`;
    }
  }
}
