const DAY_MS = 86_400_000;
/** A publisher with an edition on the first Sunday has published it by noon of the next day, in every US time zone. */
const OUT_AFTER_MS = 1.5 * DAY_MS;

/** The first files of a year are published by the end of February. */
const YEAR_BEGINS_AFTER_MS = 60 * DAY_MS;

/** The newest year of a yearly publication. */
export function editionYear(now: number): number {
  return new Date(now - YEAR_BEGINS_AFTER_MS).getUTCFullYear();
}

/** `MM/YYYY` of the newest edition published on the first Sunday of a month. */
export function firstSundayEdition(now: number): string {
  const today = new Date(now - OUT_AFTER_MS);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  const sunday = 1 + ((7 - first.getUTCDay()) % 7);
  if (today.getUTCDate() < sunday) first.setUTCMonth(first.getUTCMonth() - 1);
  const [year, month] = first.toISOString().split('-');
  return `${month}/${year}`;
}

/** The first index of a quarter is published in the night after its first day. */
const QUARTER_BEGINS_AFTER_MS = 2 * DAY_MS;

/** `2026/QTR4`: the quarter as in EDGAR's folder names; `-1`: the previous quarter. */
export function quarterOf(now: number, quarters: number): string {
  const day = new Date(now - QUARTER_BEGINS_AFTER_MS);
  const count = day.getUTCFullYear() * 4 + Math.floor(day.getUTCMonth() / 3) + quarters;
  return `${Math.floor(count / 4)}/QTR${(count % 4) + 1}`;
}
