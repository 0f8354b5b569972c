const DAY_MS = 86_400_000;

/** `2026-11-20` of an instant. */
export function dayOf(instant: string | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function daysSince(instant: string, now: number): number {
  return Math.floor((now - Date.parse(instant)) / DAY_MS);
}

/** How often a publisher renews a source -> days between, and the words for it. */
const EVERY: Readonly<Record<string, { readonly days: number; readonly words: string }>> = {
  day: { days: 1, words: 'daily' },
  week: { days: 7, words: 'weekly' },
  month: { days: 31, words: 'monthly' },
  quarter: { days: 92, words: 'quarterly' },
  year: { days: 366, words: 'yearly' },
};

/** A sentence if a source was due long ago: three times its rhythm, and no less than a week; else undefined. */
export function staleSentence(
  { fetchedAt, every }: { readonly fetchedAt: string | null; readonly every: string },
  now: number,
): string | undefined {
  const rhythm = EVERY[every];
  if (fetchedAt === null || !rhythm) return undefined;
  const days = daysSince(fetchedAt, now);
  if (days < Math.max(7, 3 * rhythm.days)) return undefined;
  return `Last loaded ${days} days ago; published ${rhythm.words}.`;
}
