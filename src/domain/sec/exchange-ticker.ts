/** A text without the exchange of a ticker, and the removed words in lower case. */
interface TickerText {
  readonly text: string;
  readonly removed: readonly string[];
}

/**
 * Parses a ticker as newspapers and terminals write it: `NYSE:T`, `(NASDAQ: AAPL)`, `OTC Pink: XYZ`, `T:US`, `AAPL US Equity`,
 * `$T` become the ticker alone. A name before brackets, as in `AT&T Inc. (NYSE: T)`, becomes the name alone. Any other text is
 * unchanged.
 */
export function withoutExchange(text: string): TickerText {
  const [, exchange, after] = BEFORE.exec(text) ?? [];
  if (exchange !== undefined && after !== undefined) return { text: after, removed: wordsOf(exchange) };
  const [, before, place = 'us equity'] = BEHIND.exec(text) ?? [];
  if (before !== undefined) return { text: before, removed: wordsOf(place) };
  const [, name, aside] = IN_BRACKETS.exec(text) ?? [];
  if (name !== undefined && aside !== undefined) return { text: name, removed: wordsOf(aside) };
  return { text, removed: [] };
}

/** The text of `withoutExchange`. */
export function tickerAlone(text: string): string {
  return withoutExchange(text).text;
}

const EXCHANGE = [
  'NYSE(?:[ -]?(?:American|Arca|MKT|National|Texas))?',
  'NASDAQ(?:[ -]?(?:GS|GM|CM|Global Select|Global|Capital)(?: Market)?)?',
  'NASD|AMEX|ARCA|BATS|CBOE(?: BZX)?|BZX|IEX|LTSE|XNYS|XNAS|XASE|ARCX',
  'OTC(?:[ -]?(?:QX|QB|ID|PK|BB|Pink|Markets|Bulletin Board|MKTS|Grey|Expert))?|PINX|Pink(?: Sheets)?',
].join('|');
const SHARE = String.raw`\$?([A-Z]{1,6}(?:[.\-/ ][A-Z]{1,3})?)`;
const BEFORE = new RegExp(String.raw`^\s*[([]?\s*(${EXCHANGE})\s*:\s*${SHARE}\s*[)\]]?\s*$`, 'i');
const BEHIND = new RegExp(
  String.raw`^\s*[([]?\s*${SHARE}(?:\s*:\s*(${EXCHANGE}|US|UN|UQ|UW|UA|UP)|\s+US Equity)\s*[)\]]?\s*$`,
  'i',
);
const IN_BRACKETS = new RegExp(
  String.raw`^\s*([^\s([].*?)\s*[([]\s*((?:${EXCHANGE})\s*:\s*\$?[A-Z]{1,6}(?:[.\-/ ][A-Z]{1,3})?)\s*[)\]]\s*$`,
  'i',
);

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
