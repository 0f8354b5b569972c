/**
 * The form under which types of filings are compared: capitals without blanks and dashes, so that `10K` is `10-K` and
 * `DEFA14A` is `DEFA 14A`. EDGAR renamed `SC 13D/G` to `SCHEDULE 13D/G` (both spellings occur from November 2024 on);
 * they are one form here.
 */
export function canonicalForm(form: string): string {
  return form
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()
    .replace(/^(?:SCHEDULE|SCH|SC)(13[DG])/, 'SCHEDULE$1');
}

/** The forms that a form finds: itself and, for a root form, its amendments. */
export function formsMeant(form: string): readonly string[] {
  const canonical = canonicalForm(form);
  return canonical.endsWith('/A') ? [canonical] : [canonical, `${canonical}/A`];
}
