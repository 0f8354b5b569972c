import type { ExportItem } from '../../contract/export.js';
import type { ExportJob } from '../../store/store.js';
import type { ExportOrder } from '../order.js';
import type { ExportParts } from './parts.js';

/** A charge is usually recorded within moments. If its process was killed, the fetch of the export records it. */
const CHARGED_WITHIN_MS = 10_000;

/**
 * An export as clients see it. Facts about its rows cost credits: until its price is known and covered, an export looks the same
 * whatever it selects. Its rows and files are shown once they are paid for.
 */
export function shownExport(
  job: ExportJob,
  { keptMs, now }: Pick<ExportParts, 'keptMs' | 'now'>,
): ExportItem {
  const { id, rows, rowsDone, credits, createdAt, chargeAt, error } = job;
  const isCharging =
    job.state === 'unpaid' && chargeAt !== null && Math.abs(now() - chargeAt) < CHARGED_WITHIN_MS;
  const { state, finishedAt } = isCharging ? ({ state: 'running', finishedAt: null } as const) : job;
  const isPaid = state === 'done';
  const order = JSON.parse(job.order) as ExportOrder;
  return {
    id,
    state,
    kind: order.kind,
    format: order.format,
    filter: order.filter,
    fields: order.fields === null ? null : [...order.fields],
    include: [...order.include],
    csvSafe: order.csvSafe,
    rows: isPaid ? rows : null,
    rowsDone: isPaid ? rowsDone : null,
    credits: isPaid || state === 'unpaid' ? credits : null,
    charged: isPaid,
    createdAt: time(createdAt),
    finishedAt: finishedAt === null ? null : time(finishedAt),
    expiresAt: finishedAt === null ? null : time(finishedAt + keptMs),
    error,
    parts: isPaid ? [...job.parts] : [],
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
