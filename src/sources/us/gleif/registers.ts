/**
 * GLEIF's codes of registration authorities of states. Codes of other states were in no real record that was at hand: their numbers
 * are not read.
 */
const STATE_REGISTERS: Readonly<Record<string, string>> = {
  RA000594: 'AK',
  RA000596: 'AR',
  RA000597: 'AZ',
  RA000598: 'CA',
  RA000599: 'CO',
  RA000600: 'CT',
  RA000602: 'DE',
  RA000603: 'FL',
  RA000604: 'GA',
  RA000606: 'IA',
  RA000608: 'IL',
  RA000609: 'IN',
  RA000610: 'KS',
  RA000611: 'KY',
  RA000612: 'LA',
  RA000613: 'MA',
  RA000614: 'MD',
  RA000616: 'MI',
  RA000623: 'NE',
  RA000625: 'NJ',
  RA000626: 'NM',
  RA000627: 'NV',
  RA000628: 'NY',
  RA000629: 'OH',
  RA000631: 'OR',
  RA000632: 'PA',
  RA000635: 'SD',
  RA000637: 'TX',
  RA000639: 'VA',
  RA000640: 'VT',
  RA000641: 'WA',
  RA000642: 'WI',
};

export const FDIC_REGISTER = 'RA000744';

/**
 * The state whose register gave the number. A code that contradicts the jurisdiction of the record is a typing error: one record
 * gives Nevada's code, Nebraska's jurisdiction and the number of another country.
 */
export function registerState(
  code: string | undefined,
  jurisdiction: string | undefined,
): string | undefined {
  const state = code === undefined ? undefined : STATE_REGISTERS[code];
  return state !== undefined && jurisdiction === `US-${state}` ? state : undefined;
}
