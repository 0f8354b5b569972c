import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export const PARTS = ['load', 'index', 'lookup', 'search-load', 'searches'] as const;
export type Part = (typeof PARTS)[number];

export interface Arguments {
  readonly revision: string;
  readonly parts: readonly Part[];
  readonly entities: number;
  readonly filings: number;
  readonly turns: number;
  /** Keeps built revisions and generated files for the next run. */
  readonly scratch: string;
}

export const USAGE = `usage: npm run bench:against -- REV [--only ${PARTS.join(',')}]
       [--entities N] [--filings N] [--turns N] [--scratch DIR]`;

/** Throws a sentence if an argument is missing, unknown or out of range. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', default: PARTS.join(',') },
      entities: { type: 'string', default: '50000' },
      filings: { type: 'string', default: '200000' },
      turns: { type: 'string', default: '7' },
      scratch: { type: 'string', default: join(tmpdir(), 'dossier-against') },
    },
  });
  const [revision, ...more] = positionals;
  if (revision === undefined || more.length > 0) throw new Error(`Specify exactly one revision.\n${USAGE}`);
  return {
    revision,
    parts: values.only.split(',').map(partNamed),
    entities: wholeNumber('entities', values.entities, 10_000_000),
    filings: wholeNumber('filings', values.filings, 50_000_000),
    turns: wholeNumber('turns', values.turns, 100),
    scratch: values.scratch,
  };
}

function partNamed(name: string): Part {
  const part = PARTS.find((part) => part === name);
  if (part === undefined) throw new Error(`--only: unknown part "${name}". Parts: ${PARTS.join(', ')}.`);
  return part;
}

function wholeNumber(option: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(
    `--${option} must be a whole number from 1 to ${max.toLocaleString('en-US')}; got "${text}".`,
  );
}
