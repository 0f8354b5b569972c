import { describe, expect, it } from 'vitest';
import { isCommercialAgent } from '../../../src/domain/people/commercial-agents.js';

describe('isCommercialAgent', () => {
  it.each([
    'C T CORPORATION SYSTEM',
    'CT Corporation System',
    'INC AUTHORITY RA',
    'UNITED STATES CORPORATION AGENTS, INC.',
    'REGISTERED AGENTS INC',
    'REPUBLIC REGISTERED AGENT LLC',
    'ZENBUSINESS INC.',
    'Corporation Service Company',
    'REGISTERD AGENTS INC',
    'REGISTERED AGNETS, INC.',
    'REGISTRED AGENT SOLUTIONS',
    'NORTHWEST REGSITERED AGENT LLC',
    'CORPORATON SERVICE COMPANY',
    'C T CORPERATION SYSTEM',
    'UNITED STATES CORPORATION AGENT',
    'INCORP SERVCES INC',
  ])('%s', (name) => expect(isCommercialAgent(name)).toBe(true));

  it.each([
    'Rivera Filing Services',
    'MACHADO FAMILY SOLUTIONS LLC',
    'ANA RIVERA',
    'REGISTERED NURSES AGENTS',
    'CAPITAL SERVICES INC',
    'REGISTERED AGENCY OF MILO',
    'CORPORATE SERVICE COMPANY',
    'UNITED AGENCY GROUP',
    'THE CORPORATE TRUST COMPANY',
    '',
  ])('%j is none', (name) => expect(isCommercialAgent(name)).toBe(false));
});
