import type { FilingFact } from '../../../domain/sec/sec.js';
import { yearFirstDate } from '../../../domain/time/dates.js';
import type { LineParser } from '../../declare/index.js';
import { type IndexKind, indexHeader } from './index-header.js';
import { cikOf, textOf } from './values.js';

/**
 * Reads a master, form or company index, quarterly or daily. Rows start after the first line of dashes,
 * because headers have 7 to 11 lines; the title above it gives the column order. A file concatenated from
 * several indexes has as many headers, and covers no date range.
 */
export function openIndex(kind: IndexKind): LineParser {
  let header = indexHeader(kind);
  let headers = 1;
  return {
    line(text) {
      if (header.complete() && text.startsWith('Description:')) {
        header = indexHeader(kind);
        headers += 1;
      }
      if (!header.complete()) {
        header.line(text);
        return undefined;
      }
      return text.trim() === '' ? undefined : factOf(SPLITTERS[header.layout()](text), text);
    },
    scope: () => {
      const scope = header.scope();
      return kind === 'quarterly' && headers === 1 ? scope : undefined;
    },
  };
}

interface Cells {
  readonly cik: string | undefined;
  readonly name: string | undefined;
  readonly form: string | undefined;
  readonly filed: string | undefined;
  readonly path: string | undefined;
  readonly nameCut: boolean;
}

const SPLITTERS: Readonly<Record<'master' | 'company' | 'form', (line: string) => Cells | undefined>> = {
  master: (line) => {
    const [cik, name, form, filed, path, ...others] = line.split('|');
    return others.length > 0 ? undefined : { cik, name, form, filed, path, nameCut: false };
  },
  company: (line) =>
    fixedCells(line, (left, fits) => {
      const [, name, form] = fits
        ? ['', left.slice(0, 62), left.slice(62)]
        : (/^(.+) {2,}(\S.*)$/.exec(left) ?? []);
      return { name, form };
    }),
  form: (line) =>
    fixedCells(line, (left, fits) => {
      const [, form, name] = fits
        ? ['', left.slice(0, 12), left.slice(12)]
        : (/^(.+?) {2,}(.+)$/.exec(left) ?? []);
      return { name, form };
    }),
};

/** The column of the CIK, unless a name or a form longer than its column has pushed it along (2021 Q1). */
const CIK_AT = 74;
const TAIL = /(?<= )(?<cik>\d{1,10}) +(?<filed>\d{4}-?\d{2}-?\d{2}) +(?<path>edgar\/\S+)\s*$/;

/** These two files cut names at 60 characters or a little more, so that one of 60 may have been longer. */
function fixedCells(
  line: string,
  split: (left: string, fits: boolean) => { name: string | undefined; form: string | undefined },
): Cells | undefined {
  const tail = TAIL.exec(line);
  if (tail === null) return undefined;
  const { name, form } = split(line.slice(0, tail.index).trimEnd(), tail.index === CIK_AT);
  const { cik, filed, path } = tail.groups ?? {};
  return { cik, name, form, filed, path, nameCut: (name?.trim().length ?? 0) >= 60 };
}

function factOf(cells: Cells | undefined, text: string): FilingFact | string {
  const cik = cikOf(cells?.cik);
  const form = textOf(cells?.form);
  const filed = yearFirstDate(textOf(cells?.filed));
  const accession = /\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(textOf(cells?.path) ?? '')?.[1];
  if (cik === undefined || form === undefined || filed === undefined || accession === undefined) {
    return `"${text.trim().slice(0, 100)}" is no row of an index`;
  }
  const name = textOf(cells?.name);
  return { kind: 'filing', accession, cik, form, filed, name, ...(cells?.nameCut && { nameCut: true }) };
}
