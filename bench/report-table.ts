import { cellsOf, commandOf, type Figure, type Report } from './figures.js';

const BEGIN = '<!-- table: written by bench:table -->';
const END = '<!-- /table -->';
const NOT_MEASURED = ['not measured', '', ''];

/**
 * The page with its table written anew: one group of columns for each size, the smallest first. Of a figure that
 * was measured twice at one size, the report named later counts. Throws where the page has no place for a table.
 */
export function withTable(page: string, reports: readonly Report[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page has no ${BEGIN} with ${END} after it.`);
  return `${page.slice(0, begin + BEGIN.length)}\n${tableOf(reports)}\n${page.slice(end)}`;
}

function tableOf(reports: readonly Report[]): string {
  const sizes = bySize(reports);
  const rows = new Map(reports.flatMap(({ figures }) => figures.map((figure) => [figure.name, figure])));
  const head = [
    'figure',
    ...[...sizes.keys()].flatMap((size) => [size, 'reference in the same run', 'ratio']),
    'command',
  ];
  const lines = [...rows.values()].map((row) => [
    row.name,
    ...[...sizes.values()].flatMap((figures) => cellsIn(figures, row.name)),
    commandOf(row),
  ]);
  const machines = new Set(reports.map(({ machine }) => machine));
  const dates = reports.map(({ measuredAt }) => measuredAt.slice(0, 10)).sort();
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return [`Measured on ${[...machines].join('; ')}, ${dates[0]} to ${dates.at(-1)}.`, '', ...table].join(
    '\n',
  );
}

/** The figures of each size by their names. */
function bySize(reports: readonly Report[]): Map<string, Map<string, Figure>> {
  const sizes = new Map<string, Map<string, Figure>>();
  const ordered = [...reports].sort((a, b) => a.filings - b.filings || a.entities - b.entities);
  for (const { entities, filings, figures } of ordered) {
    const size = `${shortly(entities)} entities, ${shortly(filings)} filings`;
    const known = sizes.get(size) ?? new Map<string, Figure>();
    for (const figure of figures) known.set(figure.name, figure);
    sizes.set(size, known);
  }
  return sizes;
}

function cellsIn(figures: ReadonlyMap<string, Figure>, name: string): string[] {
  const figure = figures.get(name);
  return figure ? cellsOf(figure) : NOT_MEASURED;
}

function shortly(count: number): string {
  return count >= 1e6 ? `${count / 1e6} M` : count.toLocaleString('en-US');
}
