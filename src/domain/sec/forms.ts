/**
 * The canonical form type for comparison: upper case without spaces and dashes, so that `10K` is `10-K` and `DEFA14A` is `DEFA
 * 14A`. EDGAR renamed `SC 13D/G` to `SCHEDULE 13D/G` (both occur from November 2024); they are one type here.
 */
export function canonicalForm(form: string): string {
  return form
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()
    .replace(/^(?:SCHEDULE|SCH|SC)(13[DG])/, 'SCHEDULE$1');
}

/** The form types that a form matches: itself and, for a root form, its amendments. */
export function formsMeant(form: string): readonly string[] {
  const canonical = canonicalForm(form);
  return canonical.endsWith('/A') ? [canonical] : [canonical, `${canonical}/A`];
}
