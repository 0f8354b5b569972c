import { marked, type Token, type Tokens } from 'marked';

/** A document, parsed. */
export interface Content {
  readonly summary: Summary;
  readonly sections: readonly Section[];
}

/** The few words of a document that other pages show, too. */
export interface Summary {
  readonly title: string;
  /** Its first paragraph, as plain text. */
  readonly lead: string;
}

/** A heading and all up to the next one. */
export interface Section {
  /** 1 for the title of the document. */
  readonly level: number;
  readonly heading: readonly Token[];
  /** Plain text. */
  readonly title: string;
  /** Unique in its document, made as code hosts make them; empty for the title. */
  readonly anchor: string;
  readonly blocks: readonly Token[];
}

export function contentOf(text: string): Content {
  const sections: (Section & { blocks: Token[] })[] = [];
  const anchors = new Map<string, number>();
  for (const token of marked.lexer(text, { gfm: true })) {
    if (token.type === 'heading') {
      const { depth, tokens } = token as Tokens.Heading;
      const title = plainText(tokens);
      const anchor = depth === 1 ? '' : anchorOf(title, anchors);
      sections.push({ level: depth, heading: tokens, title, anchor, blocks: [] });
    } else if (token.type !== 'space') sections.at(-1)?.blocks.push(token);
  }
  const [first] = sections;
  const lead = first?.blocks.find(({ type }) => type === 'paragraph');
  const summary = { title: first?.title ?? '', lead: lead ? plainText([lead]) : '' };
  return { summary, sections };
}

/** The words of tokens, without marks and addresses. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ');
  }
  if (token.type === 'list') {
    return (token as Tokens.List).items.map(({ tokens }) => `${plainText(tokens)} `).join('');
  }
  if (token.type === 'br' || token.type === 'space') return ' ';
  const inner = (token as { tokens?: readonly Token[] }).tokens;
  if (inner) return inner.map(textOf).join('');
  return 'text' in token ? String(token.text) : '';
}

function anchorOf(title: string, known: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = known.get(plain) ?? 0;
  known.set(plain, times + 1);
  return times === 0 ? plain : `${plain}-${times}`;
}
