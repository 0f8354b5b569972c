import { sicTitle } from '../../domain/codes/sic.js';
import { eightKItemTitle } from '../../domain/sec/eight-k-items.js';
import { businessLocation, filerDisplay, filingUrl, paddedCik } from '../../domain/sec/filer-display.js';
import { formTitle } from '../../domain/sec/form-titles.js';
import type { Filer } from '../../domain/sec/sec.js';
import type { ShownFiling } from './shown.js';

/**
 * One item as JSON text of `FilingSchema`, key by key as the schema writes it. Written by hand, and what is the
 * filer's own only once for each filer, a page takes a third of the time.
 */
export function itemText(
  { row, form, period, description, items }: ShownFiling,
  filer: Filer | undefined,
  /** The member `match` as JSON text; none in an export. */
  match?: string,
): string {
  const { cik, accession, name } = row;
  const own = filer ? textsOf(filer) : NO_FILER;
  const ofForm = textsOfForm(form);
  const shownAs = name === null && filer ? own.display : displayText(name ?? `CIK ${cik}`, filer, cik);
  return (
    `{"accessionNumber":"${accession}","formType":${ofForm.type},"fileDate":"${row.filed}",` +
    `"periodEnding":${period === null ? 'null' : `"${period}"`},"filer":${shownAs},"cik":"${paddedCik(cik)}",` +
    `"sicCode":${own.sic},"description":${JSON.stringify(description)},${own.places},` +
    `"filingUrl":"${filingUrl(cik, accession)}","formTitle":${ofForm.title},"sicTitle":${own.sicTitle},` +
    `${items.length === 0 ? NO_ITEMS : itemsText(items)}${match === undefined ? '' : `,"match":${match}`}}`
  );
}

interface FilerTexts {
  readonly display: string;
  readonly sic: string;
  readonly sicTitle: string;
  readonly places: string;
}

const NO_FILER: FilerTexts = {
  display: 'null',
  sic: 'null',
  sicTitle: 'null',
  places: placesText(null, null, null),
};

/** By filer: the catalog hands out the same object for a filer that is asked for again and again. */
const written = new WeakMap<Filer, FilerTexts>();

function textsOf(filer: Filer): FilerTexts {
  let texts = written.get(filer);
  if (texts === undefined) {
    texts = {
      display: displayText(filer.name, filer, filer.cik),
      sic: JSON.stringify(filer.sic),
      sicTitle: JSON.stringify(sicTitle(filer.sic) ?? null),
      places: placesText(businessLocation(filer), filer.place, filer.incorporationState),
    };
    written.set(filer, texts);
  }
  return texts;
}

const NO_ITEMS = '"items":[],"itemTitles":[]';

function itemsText(items: readonly string[]): string {
  const titles = items.map((item) => eightKItemTitle(item) ?? item);
  return `"items":${JSON.stringify(items)},"itemTitles":${JSON.stringify(titles)}`;
}

/** By form type; the SEC has some hundreds. */
const writtenForms = new Map<string, { readonly type: string; readonly title: string }>();

function textsOfForm(form: string) {
  let texts = writtenForms.get(form);
  if (texts === undefined) {
    texts = { type: JSON.stringify(form), title: JSON.stringify(formTitle(form) ?? null) };
    writtenForms.set(form, texts);
  }
  return texts;
}

function displayText(name: string, filer: Filer | undefined, cik: number): string {
  return JSON.stringify(filerDisplay(name, filer?.tickers ?? [], cik));
}

function placesText(location: string | null, state: string | null, incorporation: string | null): string {
  return (
    `"businessLocation":${JSON.stringify(location)},"businessState":${JSON.stringify(state)},` +
    `"incorporationState":${JSON.stringify(incorporation)}`
  );
}
