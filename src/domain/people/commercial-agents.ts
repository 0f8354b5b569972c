import { searchText } from '../names.js';

/** Companies whose business is to be registered agents. Matches names that start with one of these. */
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
].map((name) => `${searchText(name)} `);

/** Words that name the trade itself. */
const TRADE = / registered agents? /;

/** Whether the name alone shows that the agent is commercial. */
export function isCommercialAgent(name: string): boolean {
  const text = `${searchText(name)} `;
  return TRADE.test(` ${text}`) || FIRMS.some((firm) => text.startsWith(firm));
}
