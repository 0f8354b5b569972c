import { coloradoRow } from '../../operations/live/portals.js';

const MIB = 2 ** 20;

/** Answers to who asks for rows of Colorado's register; most are refused, some are read. */
export const HOSTILE_ANSWERS = {
  'nested lists': () => '['.repeat(4 * MIB) + ']'.repeat(4 * MIB),
  'empty objects': () => `[${'{},'.repeat(2_700_000)}{}]`,
  numbers: () => `[${'1,'.repeat(4_000_000)}1]`,
  'keys of which no two are alike': () => `[{${keys(500_000)}}]`,
  'as many keys as are read': () => `[{${keys(70_000)}}]`,
  'as many brackets as are read': () => '['.repeat(30_000) + ']'.repeat(30_000),
  'small rows': () => rows(49_999),
  'rows of 4 KB': () => rows(1_999, { principaladdress1: 'A'.repeat(3_900) }),
  'rows of fields that are as long as one may be': () => rows(100, longFields()),
  // No JSON: after it the portal is left alone for a while.
  'open brackets': () => '['.repeat(8 * MIB),
} as const;

function keys(count: number): string {
  return Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
}

function rows(count: number, more: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, at) => coloradoRow(String(at), `ASPEN ${at} LLC`, more)),
  );
}

function longFields(): Record<string, string> {
  const columns = [
    'principaladdress1',
    'principaladdress2',
    'principalcity',
    'agentprincipaladdress1',
    'entitytype',
  ];
  return Object.fromEntries(columns.map((column) => [column, 'A'.repeat(16_000)]));
}
