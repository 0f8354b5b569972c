import type { Figure } from './figures.js';

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const TURNS = 5;

/**
 * A shared host is faster and slower by the minute. So what is compared is measured in turns of some seconds, one after
 * the other, and the median of each counts.
 */
export async function inTurns<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<Load>>>,
): Promise<Readonly<Record<Name, readonly Load[]>>> {
  const names = Object.keys(measures) as Name[];
  const loads = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>;
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of names) loads[name].push(await measures[name]());
  }
  return loads;
}

/** Requests a second beside those of a bare server, turn by turn. */
export function loadFigure(
  of: Pick<Figure, 'part' | 'name'>,
  loads: readonly Load[],
  raw: readonly Load[],
): Figure {
  const ratios = loads.map(({ perSecond }, turn) => perSecond / (raw[turn]?.perSecond ?? Number.NaN));
  const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' to ');
  const p99 = (of: readonly Load[]) => median(of.map(({ p99Ms }) => p99Ms));
  return {
    ...of,
    value: median(loads.map(({ perSecond }) => perSecond)),
    unit: 'requests/s',
    note: `p99 ${p99(loads)} ms, in ${loads.length} turns ${range} of raw`,
    reference: {
      name: `raw node:http (p99 ${p99(raw)} ms)`,
      value: median(raw.map(({ perSecond }) => perSecond)),
      unit: 'requests/s',
    },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
