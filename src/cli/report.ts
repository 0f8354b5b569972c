import type { IngestReport } from '../ingest/run/run.js';
import { printableLine } from '../platform/printable.js';
import type { Loadable, Tables } from '../sources/declare/index.js';

const WARNINGS_SHOWN = 10;

/** A run in a few lines for people. */
export function describeReport(report: IngestReport, source: Loadable): string {
  const { rows, records, added, changed, unchanged, gone, warnings } = report;
  const { repeated, rejected } = report;
  const seconds = Math.max(0.001, (report.finishedAt - report.startedAt) / 1_000);
  const number = (value: number) => value.toLocaleString('en-US');
  return [
    `${source.title}: ${counted(rows, 'row')}, ${counted(records, 'record')} in ${seconds.toFixed(1)} s.`,
    ...(repeated > 0
      ? [`${counted(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} the record of another row.`]
      : []),
    ...(rejected > 0
      ? [`${counted(rejected, 'row')} could not be read as ${rejected === 1 ? 'a record' : 'records'}.`]
      : []),
    ...withoutRecord(report, source),
    `${number(added)} new, ${number(changed)} changed, ${number(unchanged)} unchanged, ${number(gone)} gone.`,
    ...warnings
      .toSorted((a, b) => Number(isOutcome(b.code)) - Number(isOutcome(a.code)))
      .slice(0, WARNINGS_SHOWN)
      .map(({ code, detail, count }) => `warning: ${code}: ${printableLine(detail)} (${number(count)})`),
    ...(warnings.length > WARNINGS_SHOWN
      ? [`and ${warnings.length - WARNINGS_SHOWN} more kinds of warnings.`]
      : []),
  ].join('\n');
}

/** These describe what the run skipped, and are shown first. */
function isOutcome(code: string): boolean {
  return code === 'unread_rows' || code === 'not_complete';
}

/** The rows that the counts above leave unexplained. A document of several records makes none of them. */
function withoutRecord({ rows, records, repeated, rejected }: IngestReport, source: Loadable): string[] {
  const rest = rows - records - repeated - rejected;
  if (rest <= 0) return [];
  const one = rest === 1;
  return isGrouped(source)
    ? [`${counted(rest, 'row')} ${one ? 'adds' : 'add'} to the record of another row, or to none.`]
    : [`${counted(rest, 'row')} ${one ? 'has' : 'have'} no record: the source skips ${one ? 'it' : 'them'}.`];
}

function isGrouped(source: Loadable): boolean {
  const tables = Object.values(source.kind === 'entities' ? source.tables : tablesOf(source));
  return tables.some(({ groupBy }) => groupBy !== undefined);
}

function tablesOf(source: Loadable): Tables {
  return source.kind === 'dataset' && source.input.kind === 'tables' ? source.input.tables : {};
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}
