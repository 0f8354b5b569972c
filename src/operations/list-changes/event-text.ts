import { paddedCik } from '../../domain/sec/filer-display.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { ChangeEvent } from '../../store/store.js';

/** An event as JSON text, in the order of `ChangeSchema`. Its changes are JSON text already. */
export function eventText(event: ChangeEvent): string {
  const { seq, kind, recordType, id, source, state, cik, form, changes, publishedAt, seenAt, run } = event;
  const head = JSON.stringify({
    seq,
    kind,
    recordType,
    id,
    source,
    state,
    cik: cik === null ? null : paddedCik(cik),
    form,
  });
  const tail = JSON.stringify({ publishedAt, seenAt: isoInstant(seenAt), run });
  return `${head.slice(0, -1)},"changes":${changes},${tail.slice(1)}`;
}
