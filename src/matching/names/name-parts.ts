import { withoutStatusPhrases } from '../../domain/business-names/status-phrase.js';

export interface RecordName {
  readonly text: string;
  readonly kind: NameKind;
}

/** `sort`: a second name line (IRS SORT_NAME); `joined`: both lines read as one name; `part`: split from another. */
export const NAME_KINDS = ['current', 'former', 'assumed', 'sort', 'joined', 'part'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/**
 * Returns the names inside one published name: `ACME INC DBA WIDGETS C/O J ROE` is ACME INC, which also trades as WIDGETS; a
 * mail recipient is not one of its names. Removes EDGAR suffixes (`/DE/`, `\UK`), the inverted article (`HOUSE, THE`),
 * Colorado's status suffix, project numbers of the housing department and `AND SUBSIDIARIES` (auditors name the group). Never
 * empty: a name that consists of such words alone is unchanged.
 */
export function nameParts(name: RecordName): readonly NamePart[] {
  const [main = '', ...marked] = name.text.split(MARKERS);
  const parts: NamePart[] = [];
  add(parts, main, name.kind);
  for (let index = 0; index + 1 < marked.length; index += 2) {
    const kind = kindAfter(marked[index] ?? '');
    if (kind !== undefined) add(parts, marked[index + 1] ?? '', kind);
  }
  return parts.length === 0 ? [{ ...name, published: name.text }] : parts;
}

/** `published` includes the suffix. */
interface NamePart extends RecordName {
  readonly published: string;
}

function add(parts: NamePart[], text: string, kind: NameKind): void {
  const published = text.trim();
  const plain = withoutTail(published);
  if (/[\p{L}\p{N}]/u.test(plain)) parts.push({ text: plain, kind, published });
}

/** `undefined`: another party's name follows. */
function kindAfter(marker: string): NameKind | undefined {
  const plain = marker.toLowerCase().replace(/[^a-z]/g, '');
  if (plain === 'co' || plain === 'attn' || plain === '') return undefined;
  return /^(fka|formerly)/.test(plain) ? 'former' : 'assumed';
}

function withoutTail(text: string): string {
  const shorter = withoutStatusPhrases(text)
    .replace(/\s*[/\\]\s*[A-Za-z]{2,4}\s*[/\\]?\s*$/, '')
    .replace(/,\s*the\s*$/i, '')
    .replace(PROJECT_NUMBER, '')
    .replace(ACCOUNT_NUMBER, '')
    .replace(/,?\s+(?:and|&)\s+(?:its\s+)?(?:subsidiary|subsidiaries|affiliates?)\s*$/i, '')
    .replace(/(\b(?:inc|corp|co)\.?)\s+(?:de|md|nv|ny|ca|tx|fl|pa|nj|oh|mn|va|ga|co|wa)\s*$/i, '$1')
    .replace(/[\s/\\]+$/, '');
  return shorter === text || shorter === '' ? text : withoutTail(shorter);
}

/** `176-HD-004`, `065EH083`, `176-35019`, `(HUD PROJECT NO. 017-35305)`: three digits of the office, then the number. */
const PROJECT_NUMBER =
  /[\s,(-]+(?:(?:hud\s+)?project\s*(?:no\b\.?|number|#)?:?\s*\d{3}-[\w-]+|\d{3}-?[a-z]{2}-?\d{2,5}(?:-\w{1,5})*|\d{3}-\d{5})\)?\s*$/i;

/** A trust's number at a bank: `MANES FOUNDATION A57121005`, `MILLER TRUST FUND 1513076974`. */
const ACCOUNT_NUMBER = /\s+[a-z]?\d{7,}$/i;

const MARKERS =
  /\s*(\bd\s*[/.]\s*b\s*[/.]\s*a\b[/.]?|\bdba\b|\bdoing business as\b|\ba\s*\/\s*k\s*\/\s*a\b|\baka\b|\bf\s*\/\s*k\s*\/\s*a\b|\bfka\b|\bformerly(?: known as)?\b|\bc\s*[/-]\s*o\b|%|\battn\b[.:]?|\bon behalf of\b)\s*:?\s*/i;
