import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One measured figure beside what was measured in the same run to judge it by. */
export interface Figure {
  /** The part of the bench; also what `--only` names. */
  readonly part: string;
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** Worth knowing beside the figure: `p99 4 ms`, `peak 400 MB`. */
  readonly note?: string;
  readonly reference: { readonly name: string; readonly value: number; readonly unit: Unit } | null;
}

export type Unit = 'rows/s' | 'requests/s' | 'charges/s' | 's' | 'ms' | 'MB';

/** The output of a run with `--json`. */
export interface Report {
  readonly entities: number;
  readonly filings: number;
  readonly machine: string;
  readonly measuredAt: string;
  readonly figures: readonly Figure[];
}

function reportOf(
  { entities, filings }: { readonly entities: number; readonly filings: number },
  figures: readonly Figure[],
): Report {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  return { entities, filings, machine, measuredAt: new Date().toISOString(), figures };
}

/** The figures of a run: each is printed at once, and all are kept where `--json` says. */
export class Said {
  readonly #figures: Figure[] = [];
  readonly #path: string | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
  }

  readonly say = (figure: Figure): void => {
    this.#figures.push(figure);
    process.stdout.write(`${lineOf(figure)}\n`);
  };

  /** The figures so far, of data of this size. */
  keep(size: Parameters<typeof reportOf>[0]): void {
    if (this.#path === undefined) return;
    writeFileSync(this.#path, JSON.stringify(reportOf(size, this.#figures), null, 1));
  }
}

/** The figure divided by its reference; null where there is none. */
export function ratioOf({ value, reference }: Figure): number | null {
  return reference === null || reference.value === 0 ? null : value / reference.value;
}

/** One line of a table: figure, value, reference, ratio, command. */
export function lineOf(figure: Figure): string {
  return `| ${[figure.name, ...cellsOf(figure), commandOf(figure)].join(' | ')} |`;
}

/** The cells that are measured: value, reference, ratio. */
export function cellsOf(figure: Figure): string[] {
  const { value, unit, note, reference } = figure;
  const ratio = ratioOf(figure);
  return [
    `${quantity(value, unit)}${note === undefined ? '' : `, ${note}`}`,
    reference === null ? '-' : `${reference.name}: ${quantity(reference.value, reference.unit)}`,
    ratio === null ? '-' : significant(ratio),
  ];
}

/** Parts of `bench:compare` are called `compare:ENGINE`; `bench:enrichment` is one part. */
export function commandOf({ part }: Figure): string {
  if (part === 'enrichment' || part === 'match') return `\`npm run bench:${part}\``;
  const [bench, engine] = part.split(':');
  return engine === undefined
    ? `\`npm run bench -- --only ${bench}\``
    : `\`npm run bench:compare -- --engine ${engine}\``;
}

export function quantity(value: number, unit: Unit): string {
  return `${significant(value)} ${unit}`;
}

/** Three digits are what such measurements hold; large numbers keep all before the point. */
function significant(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Middle and near-worst of many measurements; sorts them. */
export function percentiles(values: number[]): { readonly p50: number; readonly p99: number } {
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
