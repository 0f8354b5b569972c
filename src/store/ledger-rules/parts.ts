import type { PriceItem } from '../state/ledger.js';

/** Items by place. */
export type Parts = readonly (readonly PriceItem[])[];

/** A part as it is stored: place, item, credits. */
type StoredPart = readonly [place: number, item: PriceItem['item'], credits: number];

export function toStored(parts: Parts): StoredPart[] {
  return parts.flatMap((items, place) =>
    items.map(({ item, credits }): StoredPart => [place, item, credits]),
  );
}

/** A row of an older version has no parts: it paid for the whole request. */
export function creditsOf(rows: readonly (string | null)[]): number | null {
  let paid = 0;
  for (const row of rows) {
    if (row === null) return null;
    for (const [, , credits] of JSON.parse(row) as StoredPart[]) paid += credits;
  }
  return paid;
}

/** The parts that none of the rows paid for. */
export function unpaidOf(parts: Parts, rows: readonly (string | null)[]): Parts {
  const paid = new Set<string>();
  for (const row of rows) {
    if (row === null) return [];
    for (const [place, item] of JSON.parse(row) as StoredPart[]) paid.add(`${place} ${item}`);
  }
  return parts.map((items, place) => items.filter(({ item }) => !paid.has(`${place} ${item}`)));
}
