import { yearFirstDate } from '../../../domain/time/dates.js';

/**
 * The day of an edition by the file's name: `eo_ct_2021-02-08.csv`, `eo1-20210208.csv`, `eo_dc_2020-03.csv.gz`. A month
 * alone is its first day: the edition is no older. The files themselves state no day, and neither does `eo1.csv`.
 */
export function editionDay({ name }: { readonly name: string }): string | undefined {
  const [, year, month, day = '01'] = EDITION.exec(name) ?? [];
  return year === undefined ? undefined : yearFirstDate(`${year}-${month}-${day}`);
}

const EDITION = /(?<!\d)((?:19|20)\d{2})[-_]?(\d{2})(?:[-_]?(\d{2}))?(?!\d)/;
