import type { FieldChange } from '../domain/records/field-changes.js';
import { messageId } from '../domain/webhooks.js';
import type { ChangeEvent, Message } from '../store/store.js';

/**
 * Describes an event by ids and names of fields; a client reads the values by priced requests. Its id is the same whenever
 * the message is made.
 */
export function messageOf(watchId: string, feedId: string, event: ChangeEvent): Message {
  const { changes, seenAt, cik, ...told } = event;
  const fields = (JSON.parse(changes) as readonly FieldChange[]).map(({ field }) => field);
  const type = `${event.recordType}.${event.kind}`;
  const timestamp = new Date(seenAt).toISOString();
  const data = {
    watch: watchId,
    ...told,
    cik: cik === null ? null : String(cik).padStart(10, '0'),
    fields,
    seenAt: timestamp,
  };
  const feed = feedId.replace(/[^0-9a-z]/gi, '').slice(0, 8);
  return {
    id: messageId(watchId, `${feed}_${event.seq}`),
    type,
    body: JSON.stringify({ type, timestamp, data }),
  };
}
