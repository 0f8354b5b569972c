import { searchText } from '../names.js';

/** Companies whose business is to be a registered agent. Matches names that start with one of these. */
const FIRMS = [
  ...[
    'BUSINESS FILINGS INCORPORATED',
    'BIZEE',
    'CAPITOL CORPORATE SERVICES',
    'CAPITOL SERVICES',
    'COGENCY GLOBAL',
  ],
  ...['CORPORATE CREATIONS NETWORK', 'CORPORATION SERVICE COMPANY', 'CSC LAWYERS INCORPORATING SERVICE'],
  ...[
    'C T CORPORATION SYSTEM',
    'CT CORPORATION',
    'HARBOR COMPLIANCE',
    'INC AUTHORITY RA',
    'INCFILE',
    'INCORP SERVICES',
  ],
  ...[
    'LEGALCORP SOLUTIONS',
    'LEGALINC CORPORATE SERVICES',
    'LEGALZOOM',
    'NATIONAL REGISTERED AGENTS',
    'NRAI SERVICES',
  ],
  ...['NORTHWEST REGISTERED AGENT', 'PARACORP', 'PRENTICE HALL CORPORATION SYSTEM', 'SWYFT FILINGS'],
  ...['THE CORPORATION TRUST COMPANY', 'UNITED AGENT GROUP', 'UNITED STATES CORPORATION AGENTS'],
  ...['US CORPORATION AGENTS', 'VCORP SERVICES', 'ZENBUSINESS'],
].map((name) => searchText(name).split(' '));

/** Words for the trade itself. */
const TRADE = [
  ['registered', 'agent'],
  ['registered', 'agents'],
];

/** Returns true if the name alone shows that the agent is commercial, even if misspelt (`REGISTERD AGENTS INC`). */
export function isCommercialAgent(name: string): boolean {
  const words = searchText(name).split(' ');
  return (
    FIRMS.some((firm) => startsWith(words, firm)) ||
    words.some((_, at) => TRADE.some((trade) => startsWith(words.slice(at), trade)))
  );
}

function startsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((real, at) => isSpelling(words[at] ?? '', real));
}

/** Short words must be exact: `CAPITAL SERVICES` is not `CAPITOL SERVICES`. */
function isSpelling(word: string, real: string): boolean {
  if (word === real) return true;
  return isWithin(word, real, real.length >= 10 ? 2 : real.length >= 8 || AGENT.test(real) ? 1 : 0);
}

/** Damerau-Levenshtein distance: inserting, deleting or replacing a letter, or swapping two adjacent ones, is one edit. */
function isWithin(word: string, real: string, edits: number): boolean {
  let at = 0;
  while (at < word.length && word[at] === real[at]) at++;
  if (at === word.length && at === real.length) return true;
  if (edits === 0) return false;
  const [rest, realRest] = [word.slice(at), real.slice(at)];
  const isSwap = rest[0] === realRest[1] && rest[1] === realRest[0];
  return (
    isWithin(rest, realRest.slice(1), edits - 1) ||
    isWithin(rest.slice(1), realRest, edits - 1) ||
    isWithin(rest.slice(1), realRest.slice(1), edits - 1) ||
    (isSwap && isWithin(rest.slice(2), realRest.slice(2), edits - 1))
  );
}

const AGENT = /^agents?$/;
