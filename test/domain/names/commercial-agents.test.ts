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
  ])('%s', (name) => expect(isCommercialAgent(name)).toBe(true));

  it.each([
    'Rivera Filing Services',
    'MACHADO FAMILY SOLUTIONS LLC',
    'ANA RIVERA',
    'REGISTERED NURSES AGENTS',
    '',
  ])('%j is none', (name) => expect(isCommercialAgent(name)).toBe(false));
});
