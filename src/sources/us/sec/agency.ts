import type { Agency } from '../../declare/index.js';

export const SEC: Agency = {
  name: 'U.S. Securities and Exchange Commission',
  level: 'federal',
  url: 'https://www.sec.gov/edgar',
};

/** The SEC's limit for one user in total; it wants a contact in the User-Agent as well. */
export const SEC_HOST = { host: 'www.sec.gov', perSecond: 10, needsContact: true } as const;
