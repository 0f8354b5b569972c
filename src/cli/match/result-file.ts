import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { MatchOutcome } from '../../linking/match/findings.js';
import { CliError } from '../context.js';

type Counts = Readonly<Record<MatchOutcome, number>>;

/** How far the results are written, durably. */
interface ResultProgress {
  readonly rows: number;
  readonly bytes: number;
  readonly counts: Counts;
}

const NOTHING: ResultProgress = {
  rows: 0,
  bytes: 0,
  counts: { found: 0, possible: 0, ambiguous: 0, none: 0 },
};

/**
 * Writes results to a temporary file, which is renamed at the end, and records the position. After a kill,
 * the next run continues at the last recorded position, so its results equal those of an uninterrupted run.
 */
export class ResultFile {
  readonly #path: string;
  readonly #key: string;
  readonly #file: number;
  #written: ResultProgress;

  /** `key`: all that the results follow from. Throws `CliError` where they are there, or were begun from something else. */
  static open(path: string, key: string): ResultFile {
    if (existsSync(path)) throw new CliError(`${path} already exists; specify another file, or delete it.`);
    const noted = existsSync(noteOf(path)) ? readNote(path) : undefined;
    if (noted !== undefined && noted.key !== key) {
      throw new CliError(
        `${partOf(path)} belongs to another list, other options or other data. To start again, delete it and ${noteOf(path)}.`,
      );
    }
    return new ResultFile(path, key, noted?.written ?? NOTHING);
  }

  private constructor(path: string, key: string, written: ResultProgress) {
    this.#path = path;
    this.#key = key;
    this.#written = written;
    this.#file = openSync(partOf(path), written.bytes === 0 ? 'w' : 'r+');
    ftruncateSync(this.#file, written.bytes);
  }

  get written(): ResultProgress {
    return this.#written;
  }

  /** On the disk when it returns, and noted. */
  append(text: string, rows: number, counts: Counts): void {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written.bytes + done);
    }
    fdatasyncSync(this.#file);
    this.#written = { rows: this.#written.rows + rows, bytes: this.#written.bytes + bytes.length, counts };
    const note = `${noteOf(this.#path)}.new`;
    writeFileSync(note, JSON.stringify({ key: this.#key, written: this.#written }), { flush: true });
    renameSync(note, noteOf(this.#path));
  }

  /** All is written: the results get their name. */
  finish(): void {
    closeSync(this.#file);
    renameSync(partOf(this.#path), this.#path);
    rmSync(noteOf(this.#path), { force: true });
  }

  /** They stay as far as they are, for the next run; without a row nothing stays. */
  leave(): void {
    closeSync(this.#file);
    if (this.#written.rows > 0) return;
    for (const path of [noteOf(this.#path), partOf(this.#path)]) rmSync(path, { force: true });
  }
}

function readNote(path: string): { readonly key: string; readonly written: ResultProgress } | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(path), 'utf8')) as { key: string; written: ResultProgress };
  } catch {
    throw new CliError(`${noteOf(path)} cannot be read. To start again, delete it and ${partOf(path)}.`);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}

function noteOf(path: string): string {
  return `${path}.progress`;
}
