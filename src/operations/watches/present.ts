import type { WatchItem } from '../../contract/watch.js';
import type { Delivery, Watch } from '../../store/store.js';

/** A watch as it is answered. */
export function presentWatch(watch: Watch): WatchItem {
  const { filter, endpoint, position, waiting, disabledReason } = watch;
  const {
    id: entityId = null,
    kinds = null,
    list,
    cik,
    sources,
    states,
    recordTypes,
    forms,
    fields,
  } = filter;
  const query = {
    ...(list !== undefined && { list }),
    ...(sources && { source: sources }),
    ...(states && { state: states }),
    ...(recordTypes && { recordType: recordTypes }),
    ...(cik !== undefined && { cik: String(cik).padStart(10, '0') }),
    ...(forms && { form: forms }),
    ...(fields && { fields }),
  };
  return {
    id: watch.id,
    entityId,
    query: entityId === null ? query : null,
    kinds,
    endpoint: endpoint === '' ? null : endpoint,
    status: statusOf(watch),
    createdAt: time(watch.createdAt),
    seq: position,
    waiting,
    nextTryAt: timeOrNull(watch.nextTryAt),
    failingSince: timeOrNull(watch.failingSince),
    disabledAt: timeOrNull(watch.disabledAt),
    disabledReason,
  };
}

export function statusOf({ disabledAt, failingSince }: Watch): WatchItem['status'] {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
}

/** A delivery as it is answered. */
export function presentDelivery({ id, type, state, createdAt, nextTryAt, tries }: Delivery) {
  return {
    id,
    type,
    state,
    createdAt: time(createdAt),
    nextTryAt: timeOrNull(nextTryAt),
    tries: tries.map(({ at, ms, status, problem }) => ({ at: time(at), ms, status, problem })),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : time(milliseconds);
}
