import type { KnownEntity } from '../../row-cache/row-print.js';
import { InputError } from '../support/context.js';
import type { ShapeRows } from '../support/schema-rows.js';
import type { RowTrace } from './row.js';
import { lineTooLong } from './text.js';

/** A row of a file; a row known from the last run has no fields. */
export interface TextRow {
  readonly fields: string[];
  readonly trace: RowTrace | undefined;
  /** The text of a row that lost a closing quote, which has no fields. */
  readonly lost?: string | undefined;
}

/**
 * Parses RFC 4180 rows from text, across chunk boundaries: quoted fields may contain delimiters, line ends and doubled quotes.
 * A quote inside a quoted field that is not followed by a delimiter or line end is a literal character, as some publishers
 * write it. If that field also spans lines, a closing quote was lost, and its lines become one row without fields. The number
 * of fields is not checked.
 */
export class TracedText {
  #rest = '';
  /** The text is parsed again only once it has this length, so that a row of many chunks takes linear time. */
  #enough = 0;
  readonly #quoted: boolean;

  constructor(
    private readonly label: string,
    private readonly delimiter: string,
    private readonly maxLength: number,
    private readonly known?: ShapeRows,
    private readonly everyQuoted = false,
  ) {
    this.#quoted = isQuoting(delimiter);
  }

  /** Returns the rows that end in this text; blank lines are skipped. Throws InputError if a row is too long. */
  push(text: string): TextRow[] {
    this.#rest += text;
    if (this.#rest.length < Math.min(this.#enough, this.maxLength)) return [];
    const scan = new RowScan(this.#rest, this.delimiter, this.#quoted, this.known, this.everyQuoted);
    const rows = scan.rows();
    this.#rest = scan.rest();
    this.#enough = this.#rest.length > LONG_ROW ? 2 * this.#rest.length : 0;
    if (this.#rest.length > this.maxLength) throw lineTooLong(this.label, this.maxLength);
    return rows;
  }

  /** Returns the last row if it has no line end. Throws InputError if the file ends inside quotes. */
  end(): TextRow[] {
    if (this.#rest === '' || this.#rest === END_OF_FILE) return [];
    const scan = new RowScan(`${this.#rest}\n`, this.delimiter, this.#quoted, this.known, this.everyQuoted);
    const rows = scan.rows();
    if (scan.rest() !== '') throw new InputError(`${this.label} is truncated within a quoted field.`);
    this.#rest = '';
    return rows;
  }
}

/** Same, without known rows. */
export class DelimitedText {
  readonly #text: TracedText;

  constructor(label: string, delimiter: string, maxLength: number) {
    this.#text = new TracedText(label, delimiter, maxLength);
  }

  push(text: string): string[][] {
    return this.#text.push(text).map((row) => row.fields);
  }

  end(): string[][] {
    return this.#text.end().map((row) => row.fields);
  }
}

/** The first row that is not blank, or `undefined` if the text does not contain all of it. */
export function firstRow(text: string, delimiter: string): string[] | undefined {
  return new RowScan(text, delimiter, isQuoting(delimiter)).next()?.fields;
}

const DELIMITERS = [',', ';', '\t', '|'];

/** Returns the delimiter that gives the most columns in the first row; a comma if the text does not contain all of that row. */
export function likelyDelimiter(text: string): string {
  if (firstRow(text, ',') === undefined) return ',';
  const columns = (delimiter: string) => firstRow(text, delimiter)?.length ?? 0;
  return DELIMITERS.reduce((best, one) => (columns(one) > columns(best) ? one : best));
}

/** US agencies' pipe-separated files (SEC, SAM) are not quoted: a quote is part of a name. */
function isQuoting(delimiter: string): boolean {
  return delimiter !== '|';
}

class RowScan {
  #position = 0;
  #nextQuote: number;
  readonly #delimiterCode: number;
  #lostAt = 0;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
    quoted: boolean,
    private readonly known?: ShapeRows,
    private readonly everyQuoted = false,
  ) {
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#nextQuote = quoted ? this.#find('"', 0) : text.length;
  }

  rows(): TextRow[] {
    const rows: TextRow[] = [];
    for (let row = this.next(); row !== undefined; row = this.next()) rows.push(row);
    return rows;
  }

  next(): TextRow | undefined {
    for (;;) {
      const start = this.#position;
      const lineEnd = this.text.indexOf('\n', start);
      if (lineEnd < 0) return undefined;
      const known = this.known?.find(this.text, start, lineEnd);
      const row = known ? this.#skipTo(lineEnd) : this.#fieldsTo(lineEnd);
      if (row === undefined) return undefined;
      if (this.#nextQuote < this.#position) this.#nextQuote = this.#find('"', this.#position);
      if (known || row.length > 1 || row[0] !== '') {
        const lost = known || row.length > 0 ? undefined : this.text.slice(start, this.#position);
        return { fields: row, trace: this.#trace(start, lineEnd, known), lost };
      }
    }
  }

  #fieldsTo(lineEnd: number): string[] | undefined {
    return lineEnd < this.#nextQuote ? this.#plainRow(lineEnd) : this.#quotedRow();
  }

  /** A text that was one row in a file with the same header is one row again. */
  #skipTo(lineEnd: number): string[] {
    this.#position = lineEnd + 1;
    return NO_FIELDS;
  }

  /** A row of several lines is identified by all of them. */
  #trace(start: number, lineEnd: number, known: KnownEntity | undefined): RowTrace | undefined {
    if (this.known === undefined) return undefined;
    if (this.#position > lineEnd + 1) this.known.print(this.text, start, this.#position - 1);
    const { high, low } = this.known;
    return { high, low, known };
  }

  rest(): string {
    return this.text.slice(this.#position);
  }

  #plainRow(lineEnd: number): string[] {
    const line = this.text.slice(this.#position, this.#beforeReturn(lineEnd));
    this.#position = lineEnd + 1;
    return line.split(this.delimiter);
  }

  /** Returns `undefined` if the text ends before the row does, without moving the position. */
  #quotedRow(): string[] | undefined {
    const row: string[] = [];
    let start = this.#position;
    for (;;) {
      const isQuoted = this.text.charCodeAt(start) === QUOTE;
      const end = isQuoted ? this.#closingQuote(start + 1) : this.#fieldEnd(start);
      if (end === LOST) return this.#skipLine();
      if (end < 0) return undefined;
      row.push(isQuoted ? this.#unquote(start + 1, end) : this.text.slice(start, end));
      const after = this.#afterReturn(isQuoted ? end + 1 : end);
      start = after + 1;
      if (this.text.charCodeAt(after) !== LINE_FEED) continue;
      this.#position = start;
      return row;
    }
  }

  /** The quote that is followed by a delimiter or line end, -1 if the text ends before it, or LOST. */
  #closingQuote(from: number): number {
    let lineEnd: number | undefined;
    for (let at = this.text.indexOf('"', from); at >= 0; at = this.text.indexOf('"', at + 1)) {
      const after = this.#afterReturn(at + 1);
      if (this.everyQuoted) {
        if (this.#endsQuoted(after)) return at;
      } else if (this.text.charCodeAt(at + 1) === QUOTE) at += 1;
      else if (this.#endsField(after)) return at;
      else {
        lineEnd ??= this.#find('\n', from);
        if (lineEnd < at) return this.#lose(at);
      }
    }
    return -1;
  }

  #endsQuoted(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === LINE_FEED || (code === this.#delimiterCode && this.text.charCodeAt(at + 1) === QUOTE);
  }

  #lose(at: number): number {
    this.#lostAt = at;
    return LOST;
  }

  /** Returns `undefined` if the text does not yet contain the line's end: the quote may still close its field. */
  #skipLine(): string[] | undefined {
    const lineEnd = this.text.indexOf('\n', this.#lostAt);
    if (lineEnd < 0) return undefined;
    this.#position = lineEnd + 1;
    return [];
  }

  #fieldEnd(start: number): number {
    let at = start;
    while (at < this.text.length && !this.#endsField(at)) at += 1;
    return at < this.text.length ? this.#beforeReturn(at) : -1;
  }

  #endsField(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === LINE_FEED || code === this.#delimiterCode;
  }

  #unquote(start: number, end: number): string {
    const value = this.text.slice(start, end);
    return value.includes('""') ? value.replaceAll('""', '"') : value;
  }

  #beforeReturn(end: number): number {
    const isReturn =
      this.text.charCodeAt(end) === LINE_FEED && this.text.charCodeAt(end - 1) === CARRIAGE_RETURN;
    return isReturn ? end - 1 : end;
  }

  #afterReturn(at: number): number {
    const isReturn =
      this.text.charCodeAt(at) === CARRIAGE_RETURN && this.text.charCodeAt(at + 1) === LINE_FEED;
    return isReturn ? at + 1 : at;
  }

  #find(wanted: string, from: number): number {
    const at = this.text.indexOf(wanted, from);
    return at < 0 ? this.text.length : at;
  }
}

const LONG_ROW = 65_536;
const NO_FIELDS: string[] = [];
/** Terminates files created under DOS. */
const END_OF_FILE = '\u001a';
const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** A closing quote was lost. */
const LOST = -2;
