import type { IngestProgress } from './meter.js';

interface ProgressOptions {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** The source's title. */
  readonly title: string;
  readonly clock: () => number;
}

export interface ProgressView {
  show(progress: IngestProgress): void;
  /** Prints the last line, with the outcome. */
  end(outcome: string): void;
}

/** Moves to the start of the line and clears it, so that a bar overwrites the last one. */
export const CLEAR_LINE = '\r\x1b[K';

const LINE_EVERY_MS = 5_000;
const BAR_WIDTH = 24;

/** On a terminal, a line of its width that is redrawn, with a bar if it fits; elsewhere a line every few seconds. */
export function progressView(options: ProgressOptions): ProgressView {
  return options.stream.isTTY ? barView(options) : lineView(options);
}

function barView({ stream, title }: ProgressOptions): ProgressView {
  const draw = (bars: string, text: string, end = '') => {
    const width = (stream.columns || 80) - 1;
    const whole = `${title}  ${bars}  ${text}`;
    const line = whole.length <= width ? whole : `${title}  ${text}`;
    stream.write(`${CLEAR_LINE}${line.slice(0, width)}${end}`);
  };
  return {
    show: (progress) => draw(bar(progress.share), figures(progress)),
    end: (outcome) => draw(bar(1), outcome, '\n'),
  };
}

function lineView({ stream, title, clock }: ProgressOptions): ProgressView {
  let shownAt = clock();
  return {
    show(progress) {
      const now = clock();
      if (now - shownAt < LINE_EVERY_MS) return;
      shownAt = now;
      stream.write(`${title}: ${figures(progress)}\n`);
    },
    end: (outcome) => stream.write(`${title}: ${outcome}\n`),
  };
}

function bar(share: number | null): string {
  const filled = Math.round((share ?? 0) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

function figures(progress: IngestProgress): string {
  const parts = [
    progress.phase,
    ...(progress.share === null ? [] : [`${Math.floor(progress.share * 100)} %`]),
    `${progress.rows.toLocaleString('en-US')} rows`,
    volume(progress),
    `${progress.rowsPerSecond.toLocaleString('en-US')} rows/s`,
    ...(progress.secondsLeft === null ? [] : [`${duration(progress.secondsLeft)} left`]),
    ...(progress.warnings === 0 ? [] : [`${progress.warnings.toLocaleString('en-US')} warnings`]),
  ];
  return parts.join(', ');
}

function volume({ bytes, totalBytes }: IngestProgress): string {
  const [unit, name] = (totalBytes ?? bytes) < 1e6 ? [1e3, 'KB'] : [1e6, 'MB'];
  const read = (bytes / unit).toFixed(1);
  return totalBytes === null ? `${read} ${name}` : `${read} of ${(totalBytes / unit).toFixed(1)} ${name}`;
}

export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
