import type { ExportItem } from '../../contract/export.js';
import type { ExportJob } from '../../store/store.js';
import type { ExportOrder } from '../order.js';

/** As clients see it: parts and the end of their time only once they may be fetched, or would be if they were paid for. */
export function shownExport(job: ExportJob, keptMs: number): ExportItem {
  const { id, state, rows, rowsDone, credits, createdAt, finishedAt, error, parts } = job;
  const order = JSON.parse(job.order) as ExportOrder;
  return {
    id,
    state,
    kind: order.kind,
    format: order.format,
    filter: order.filter,
    fields: order.fields === null ? null : [...order.fields],
    csvSafe: order.csvSafe,
    rows,
    rowsDone,
    credits,
    charged: state === 'done' && credits > 0,
    createdAt: time(createdAt),
    finishedAt: finishedAt === null ? null : time(finishedAt),
    expiresAt: finishedAt === null ? null : time(finishedAt + keptMs),
    error,
    parts: [...parts],
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
