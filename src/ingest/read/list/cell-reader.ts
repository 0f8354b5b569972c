import type { XmlEvent } from './xml-events.js';

/** A cell as stored in its sheet. */
export interface Cell {
  /** `s`: index of a shared string; `b`: 0 or 1; default: a number. */
  readonly type?: string | undefined;
  readonly style?: string | undefined;
  readonly text?: string;
}

type Style = 'plain' | 'date' | { readonly digits: number };

/** Returns cells as texts: numbers without their format, except leading zeros; dates as `YYYY-MM-DD`, with a time if they have one. */
export class CellReader {
  startsIn1904 = false;
  readonly #strings: string[] = [];
  #string = '';
  /** By format number. */
  readonly #formats = new Map<string, Style>();
  readonly #styles: Style[] = [];
  #isCellStyle = false;

  readString({ name, text, isEnd }: XmlEvent): void {
    if (name === 't' && isEnd) this.#string += text;
    if (name !== 'si' || !isEnd) return;
    this.#strings.push(this.#string);
    this.#string = '';
  }

  readStyle({ name, attributes: { numFmtId = '0', formatCode = '' }, isEnd }: XmlEvent): void {
    if (name === 'cellXfs') this.#isCellStyle = !isEnd;
    if (isEnd) return;
    if (name === 'numFmt') this.#formats.set(numFmtId, styleOf(formatCode));
    if (name === 'xf' && this.#isCellStyle)
      this.#styles.push(this.#formats.get(numFmtId) ?? (isDateFormat(Number(numFmtId)) ? 'date' : 'plain'));
  }

  valueOf({ type = 'n', style = '0', text = '' }: Cell): string {
    if (text === '') return '';
    if (type === 's') return plain(this.#strings[Number(text)] ?? '');
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
    const number = Number(text);
    if (type !== 'n' || Number.isNaN(number)) return plain(text);
    const format = this.#styles[Number(style)] ?? 'plain';
    if (format === 'date' && number >= 0 && number < MAX_SERIAL) return this.#dateOf(number);
    // Spreadsheets show fifteen digits; more are an artefact of the binary fraction.
    const digits = String(Number(number.toPrecision(15)));
    return typeof format === 'object' && /^\d+$/.test(digits) ? digits.padStart(format.digits, '0') : digits;
  }

  /** The 1900 date system has a day 60, 29 February 1900, that did not exist. */
  #dateOf(serial: number): string {
    const start = this.startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
    const [day, time = ''] = new Date(start + Math.round(serial * DAY_SECONDS) * 1_000)
      .toISOString()
      .split(/[T.]/);
    if (serial < 1) return time;
    return time === '00:00:00' ? (day ?? '') : `${day} ${time}`;
  }
}

const DAY_SECONDS = 86_400;
/** 31 December 9999. */
const MAX_SERIAL = 2_958_466;

/** The built-in date and time formats, including those of East Asian languages. */
function isDateFormat(id: number): boolean {
  return [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([from = 0, to = 0]) => id >= from && id <= to);
}

/** `00000` is the format of ZIP codes. */
function styleOf(code: string): Style {
  if (/^0{2,}$/.test(code)) return { digits: code.length };
  const signs = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(signs) && !/general/i.test(signs) ? 'date' : 'plain';
}

/** `_x000D_` is a carriage return: ECMA-376 escapes characters that XML does not allow. */
function plain(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
