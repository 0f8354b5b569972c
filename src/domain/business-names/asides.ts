/** Words that users add after a name, such as the document type or a question. Normalized. */
const BEHIND: ReadonlySet<string> = new Set(
  `10 k, 10k, 10 q, 10q, 8 k, 8k, annual report, annual reports, quarterly report, report, proxy statement, prospectus, stock,
  stock price, share price, shares, price, ticker, ticker symbol, symbol, quote, earnings, revenue, filings, sec filings, sec filing,
  sec, financials, financial statements, balance sheet, headquarters, hq, head office, address, phone, phone number, website,
  web site, com, net, org, contact, investor relations, ceo, careers, company, companies, usa, us, online, news, registered agent, owner,
  owners, officers, directors, common stock, class a, class b, class c, adr, lawsuit, reviews, ein, ein number, tax id, duns, duns number, uei, cik, cik number, business search, customer service, jobs, login, market cap, dividend, net worth, wiki, wikipedia, phone app, subsidiaries,
  founder, history, locations, near me, investors`.split(/,\s*/),
);

/** Words that users add before a name; `of` or `for` may follow. */
const BEFORE: ReadonlySet<string> = new Set(
  `find, search, search for, look up, lookup, about, who owns, who is, what is, company, the company, ticker, 10 k, 10k, 10 q, 10q, 8 k,
  8k, annual report, stock, stock price, shares, sec filings, filings, headquarters, address, officers, owner, ceo, info, information, buy, invest in`
    .split(/,\s*/)
    .flatMap((phrase) => [phrase, `${phrase} of`, `${phrase} for`, `${phrase} on`]),
);

const MAX_WORDS = 3;
const YEAR = /^(?:19|20)\d\d$/;
/** Maximum number of words removed. */
const MOST = 3;

/** The ranges of a normalised text that remain without such words, fewest removed first. */
export function withoutAsides(words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = [...besideOtherName(words)];
  let whole: readonly (readonly [number, number])[] = [[0, words.length]];
  for (let count = 0; count < MOST; count++) {
    whole = whole.flatMap(([from, to]) => [...shorter(words, from, to)]);
    parts.push(...whole);
  }
  return parts;
}

/** Words between two names of one body. */
const OTHER_NAME: ReadonlySet<string> = new Set(
  `formerly known as, now known as, previously known as, also known as, formerly called, now called, renamed, formerly, previously,
  fka, nka, aka, dba, doing business as`.split(/,\s*/),
);

/** The name before such words, and the name after them. */
function* besideOtherName(words: readonly string[]): Generator<readonly [from: number, to: number]> {
  for (let at = 0; at < words.length; at++) {
    for (let count = MAX_WORDS; count > 0; count--) {
      if (at + count >= words.length || !OTHER_NAME.has(words.slice(at, at + count).join(' '))) continue;
      if (at > 0) yield [0, at];
      yield [at + count, words.length];
      return;
    }
  }
}

function* shorter(words: readonly string[], from: number, to: number): Generator<readonly [number, number]> {
  for (let count = 1; count <= MAX_WORDS && from + count < to; count++) {
    if (isBehind(words.slice(to - count, to))) yield [from, to - count];
    if (BEFORE.has(words.slice(from, from + count).join(' '))) yield [from + count, to];
  }
}

function isBehind(words: readonly string[]): boolean {
  const [first = ''] = words;
  return BEHIND.has(words.join(' ')) || (words.length === 1 && YEAR.test(first));
}
