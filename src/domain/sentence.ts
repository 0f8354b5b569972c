/** Returns the text of an error with exactly one full stop at its end, so that another sentence can follow. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.replace(/[.\s]+$/, '')}.`;
}
