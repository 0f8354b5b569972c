import type { ExportItem } from '../../contract/export.js';
import type { ExportJob } from '../../store/store.js';
import type { ExportOrder } from '../order.js';
import type { ExportParts } from './parts.js';

/** A charge is usually recorded within moments. If its process was killed, the fetch of the export records it. */
const CHARGED_WITHIN_MS = 10_000;

/** As clients see it: parts and the end of their time only once they may be fetched, or would be if they were paid for. */
export function shownExport(
  job: ExportJob,
  { keptMs, now }: Pick<ExportParts, 'keptMs' | 'now'>,
): ExportItem {
  const { id, rows, rowsDone, credits, createdAt, chargeAt, error } = job;
  const isCharging =
    job.state === 'unpaid' && chargeAt !== null && Math.abs(now() - chargeAt) < CHARGED_WITHIN_MS;
  const { state, finishedAt, parts } = isCharging
    ? ({ state: 'running', finishedAt: null, parts: [] } as const)
    : job;
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
