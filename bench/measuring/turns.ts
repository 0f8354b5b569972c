import type { Figure } from './figures.js';
import { withStolen } from './stolen.js';

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Loads of one moment, by name. */
export interface Turn<Name extends string> {
  readonly loads: Readonly<Record<Name, Load>>;
  /** Share of the processors' time that the host gave to others meanwhile. */
  readonly stolen: number;
}

const TURNS = 11;
/** Turns that were disturbed are measured again, up to so many in all. */
const MAX_TURNS = 33;
/** The processors' time that was given to others: a service of several threads waits for it where a bare server does not. */
const DISTURBED = 0.02;

/**
 * A shared host is faster and slower by the minute. So what is compared is measured in turns of some seconds, one after
 * the other, and the turn in the middle counts. If the host gave too much of the processors to others meanwhile, the
 * turn is measured again; of all turns the least disturbed are kept.
 */
export async function inTurns<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<Load>>>,
  watch: typeof withStolen = withStolen,
): Promise<readonly Turn<Name>[]> {
  const turns: Turn<Name>[] = [];
  const quiet = () => turns.filter(({ stolen }) => stolen < DISTURBED).length;
  while (quiet() < TURNS && turns.length < MAX_TURNS) {
    const { done, stolen } = await watch(() => oneAfterTheOther(measures));
    turns.push({ loads: done, stolen });
  }
  return turns.sort((a, b) => a.stolen - b.stolen).slice(0, TURNS);
}

async function oneAfterTheOther<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<Load>>>,
): Promise<Record<Name, Load>> {
  const loads = {} as Record<Name, Load>;
  for (const name of Object.keys(measures) as Name[]) loads[name] = await measures[name]();
  return loads;
}

/** Requests a second beside those of a bare server: of the turn whose ratio is the median, so that both are of one moment. */
export function loadFigure<Name extends string>(
  of: Pick<Figure, 'part' | 'name'>,
  name: Name,
  turns: readonly Turn<Name | 'raw'>[],
): Figure {
  const sorted = [...turns].sort((a, b) => ratioIn(a, name) - ratioIn(b, name));
  const middle = sorted[Math.floor(sorted.length / 2)];
  const range = [sorted.at(0), sorted.at(-1)].map((turn) => turn && ratioIn(turn, name).toFixed(2));
  const p99 = (name: Name | 'raw') => median(turns.map(({ loads }) => loads[name].p99Ms));
  return {
    ...of,
    value: middle?.loads[name].perSecond ?? Number.NaN,
    unit: 'requests/s',
    note: `p99 ${p99(name)} ms, in ${turns.length} turns ${range.join(' to ')} of raw${stolenIn(turns)}`,
    reference: {
      name: `raw node:http (p99 ${p99('raw')} ms)`,
      value: middle?.loads.raw.perSecond ?? Number.NaN,
      unit: 'requests/s',
    },
  };
}

function ratioIn<Name extends string>({ loads }: Turn<Name | 'raw'>, name: Name): number {
  return loads[name].perSecond / loads.raw.perSecond;
}

/** Said where it was more than it should be. */
function stolenIn(turns: readonly Turn<never>[]): string {
  const max = Math.max(...turns.map(({ stolen }) => stolen));
  return max < DISTURBED ? '' : `, the host gave up to ${Math.round(max * 100)} % to others`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
