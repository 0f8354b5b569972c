import type { Figure } from './figures.js';

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

const TURNS = 11;

/**
 * A shared host is faster and slower by the minute. So what is compared is measured in turns of some seconds, one after
 * the other, and the turn in the middle counts.
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

/** Requests a second beside those of a bare server: of the turn whose ratio is the median, so that both are of one moment. */
export function loadFigure(
  of: Pick<Figure, 'part' | 'name'>,
  loads: readonly Load[],
  raw: readonly Load[],
): Figure {
  const turns = loads.flatMap(({ perSecond }, turn) => {
    const bare = raw[turn]?.perSecond;
    return bare === undefined ? [] : [{ perSecond, bare, ratio: perSecond / bare }];
  });
  turns.sort((a, b) => a.ratio - b.ratio);
  const middle = turns[Math.floor(turns.length / 2)] ?? { perSecond: Number.NaN, bare: Number.NaN };
  const range = [turns.at(0), turns.at(-1)].map((turn) => turn?.ratio.toFixed(2)).join(' to ');
  const p99 = (of: readonly Load[]) => median(of.map(({ p99Ms }) => p99Ms));
  return {
    ...of,
    value: middle.perSecond,
    unit: 'requests/s',
    note: `p99 ${p99(loads)} ms, in ${turns.length} turns ${range} of raw`,
    reference: { name: `raw node:http (p99 ${p99(raw)} ms)`, value: middle.bare, unit: 'requests/s' },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
