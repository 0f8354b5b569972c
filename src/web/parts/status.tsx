/** Words of publishers for a record in good order, which the page does not show. */
const ORDINARY =
  /^(active|good standing|exists|existence|registered|current|issued|in good standing|active[- ]compliance)\b/i;
const ENDED = /dissol|terminat|revok|withdraw|forfeit|cancel|merged|inactive|expired|ceased|void|no longer/i;

/** Whether a reader should see it at once. */
export function isNotable(status: string): boolean {
  return !ORDINARY.test(status.trim());
}

/** A status as published. Color repeats what the word says. */
export function Status({ status }: { readonly status: string }) {
  const kind = ENDED.test(status) ? 'bad' : isNotable(status) ? 'warn' : 'good';
  return <span class={`tag ${kind}`}>{status}</span>;
}
