import { cellsOf, commandOf, type Report } from './figures.js';
import { type Row, readTable } from './read-table.js';

const BEGIN = '<!-- table: written by bench:table -->';
const END = '<!-- /table -->';
const NOT_MEASURED = ['not measured', '', ''];

/**
 * The page with its table written again: one group of columns for each size, the smallest first. If a figure was
 * measured twice at one size, the later report counts; what no report names stays as the page has it. Throws
 * if the page has no place for a table.
 */
export function withTable(page: string, reports: readonly Report[]): string {
  const [begin, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (begin < BEGIN.length || end < begin) throw new Error(`The page has no ${BEGIN} with ${END} after it.`);
  return `${page.slice(0, begin)}\n${tableOf(page.slice(begin, end), reports)}\n${page.slice(end)}`;
}

function tableOf(before: string, reports: readonly Report[]): string {
  const old = readTable(before);
  const sizes = [...new Set([...old.sizes, ...reports.map(sizeOf)])].sort(
    (a, b) => recordsIn(a) - recordsIn(b),
  );
  const rows = new Map(old.rows.map((row) => [row.name, row]));
  for (const report of reports) {
    for (const figure of report.figures) {
      const { cells } = rows.get(figure.name) ?? { cells: new Map<string, readonly string[]>() };
      const measured = new Map([...cells, [sizeOf(report), cellsOf(figure)]]);
      rows.set(figure.name, { name: figure.name, command: commandOf(figure), cells: measured });
    }
  }
  const head = [
    'figure',
    ...sizes.flatMap((size) => [size, 'reference in the same run', 'ratio']),
    'command',
  ];
  const lines = byCommand([...rows.values()]).map(({ name, command, cells }) => [
    name,
    ...sizes.flatMap((size) => cells.get(size) ?? NOT_MEASURED),
    command,
  ]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return [measuredOn(old.dates, reports), '', ...table].join('\n');
}

function measuredOn(before: readonly string[], reports: readonly Report[]): string {
  const machines = new Set(reports.map(({ machine }) => machine));
  const dates = [...before, ...reports.map(({ measuredAt }) => measuredAt.slice(0, 10))].sort();
  return `Measured on ${[...machines].join('; ')}, ${dates[0]} to ${dates.at(-1)}.`;
}

/** A new row stands with those of its command. */
function byCommand(rows: readonly Row[]): Row[] {
  const commands = [...new Set(rows.map(({ command }) => command))];
  return commands.flatMap((command) => rows.filter((row) => row.command === command));
}

function sizeOf({ entities, filings }: Report): string {
  return `${shortly(entities)} entities, ${shortly(filings)} filings`;
}

/** Records of both kinds in `1 M entities, 500,000 filings`. */
function recordsIn(size: string): number {
  const counts = size.matchAll(/(\d[\d,.]*\d|\d)( M)?/g);
  return Array.from(
    counts,
    ([, count = '', million]) => Number(count.replaceAll(',', '')) * (million ? 1e6 : 1),
  ).reduce((sum, count) => sum + count, 0);
}

function shortly(count: number): string {
  return count >= 1e6 ? `${count / 1e6} M` : count.toLocaleString('en-US');
}
