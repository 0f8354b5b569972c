/**
 * Form types as `forms=` understands them. EDGAR renamed `SC 13D/G` to `SCHEDULE 13D/G` (both spellings occur from
 * November 2024 on); they are one form here.
 */
export function canonicalForm(form: string): string {
  return form
    .trim()
    .replace(/\s+/g, ' ')
    .toUpperCase()
    .replace(/^SC (13[DG])\b/, 'SCHEDULE $1');
}

/** What asking for a form finds: itself and, for a root form, its amendments. */
export function formsMeant(form: string): readonly string[] {
  const canonical = canonicalForm(form);
  return canonical.endsWith('/A') ? [canonical] : [canonical, `${canonical}/A`];
}
