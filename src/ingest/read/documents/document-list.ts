import type { DatasetInput, DocumentChoice, DocumentList } from '../../../sources/declare/index.js';
import { openInputs } from '../archive/input.js';
import type { InputFile } from '../archive/input-file.js';
import { READ_LIMITS, type ReadContext } from '../support/context.js';
import { DelimitedText, firstRow } from '../tables/delimited.js';
import { RowLengthCheck } from '../tables/row-length-check.js';
import { Utf8Text } from '../tables/text.js';

type Documents = Extract<DatasetInput, { kind: 'documents' }>;

interface ListedDocuments {
  /** `undefined` if none of the files is a list. */
  readonly choice: DocumentChoice | undefined;
  /** The files that are not lists. */
  readonly paths: readonly string[];
}

/** Reads the publisher's lists among the files, recognised by their columns. Throws InputError if one is truncated. */
export async function readLists(
  { list }: Pick<Documents, 'list'>,
  paths: readonly string[],
  context: ReadContext,
): Promise<ListedDocuments> {
  if (list === undefined) return { choice: undefined, paths };
  const others: string[] = [];
  const choice = list.open();
  let lists = 0;
  for (const path of paths) {
    if (!(await isList(path, list, context))) others.push(path);
    else {
      lists += 1;
      for await (const file of openInputs([path], context)) await readList(file, choice, context);
    }
  }
  return { choice: lists > 0 ? choice : undefined, paths: others };
}

/** URLs of the files that contain the documents chosen by the lists. Throws InputError if one is truncated. */
export async function archivesIn(input: Documents, paths: readonly string[]): Promise<readonly string[]> {
  const nobody = { onBytes: () => undefined, onRows: () => undefined, warn: () => undefined };
  const { choice } = await readLists(input, paths, { ...nobody, spillFolder: '', limits: READ_LIMITS });
  return choice?.archives() ?? [];
}

async function isList(path: string, { columns }: DocumentList, context: ReadContext): Promise<boolean> {
  for await (const file of openInputs([path], { ...context, onBytes: () => undefined, onFile: undefined })) {
    if (file.inArchive) return false;
    for await (const chunk of file.chunks()) {
      const header = firstRow(chunk.toString('utf8').replace(/^\ufeff/, ''), ',') ?? [];
      return columns.every((column) => header.includes(column));
    }
  }
  return false;
}

async function readList(file: InputFile, choice: DocumentChoice, context: ReadContext): Promise<void> {
  const text = new Utf8Text(file.label, context.warn);
  const rows = new DelimitedText(file.label, ',', context.limits.maxLineBytes);
  let places: ReadonlyMap<string, number> | undefined;
  let header: string | undefined;
  let shape: RowLengthCheck | undefined;
  const accept = (all: readonly string[][]) => {
    for (const row of all) {
      shape ??= new RowLengthCheck(file.label, row.length, 'fields', context);
      if (!shape.accepts(row.length)) continue;
      if (places === undefined) {
        places = new Map(row.map((column, place) => [column, place]));
        header = row.join();
      } else if (row.join() === header) context.warn('repeated_header', file.label);
      else if (!choice.add(cellOf(row, places))) context.warn('unknown_list_row', file.label);
    }
  };
  for await (const chunk of file.chunks()) accept(rows.push(text.push(chunk)));
  accept([...rows.push(text.end()), ...rows.end()]);
  shape?.end();
}

function cellOf(row: readonly string[], places: ReadonlyMap<string, number>) {
  return (column: string) => row[places.get(column) ?? -1]?.trim() ?? '';
}
