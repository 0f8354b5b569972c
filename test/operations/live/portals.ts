import type { Portal } from '../../../src/sources/declare/index.js';
import { type PortalServer, startPortal } from '../../support/portal/portal-server.js';
import {
  type Content,
  entitySource,
  type ServiceOptions,
  startService,
  type TestService,
} from '../../support/service.js';

export const CO = 'us_co_business_entities';
export const CT = 'us_ct_business_registry';
export const NY = 'us_ny_active_corporations';

/** Of real time: no test comes to it by being slow; one in which a portal hangs names its own. */
const DEADLINE_MS = 60_000;

/** The service with live mode on, over a test portal; `clock.now` may be moved. */
export interface LiveService extends TestService {
  readonly portal: PortalServer;
  readonly clock: { now: number };
}

export async function startLive(
  content: Content = {},
  options: ServiceOptions & { perMinute?: number; deadlineMs?: number } = {},
): Promise<LiveService> {
  const portal = await startPortal();
  const clock = { now: Date.now() };
  const { perMinute = 1_000, deadlineMs = DEADLINE_MS, ...rest } = options;
  const service = await startService(content, {
    now: () => clock.now,
    sources: [CO, CT, NY].map(entitySource),
    live: { perMinute, deadlineMs, socrataToken: 'token-1', contact: null, originOf: portal.origin },
    ...rest,
  });
  const close = async () => {
    await service.close();
    await portal.close();
  };
  return { ...service, close, portal, clock };
}

export function portalOf(sourceId: string): Portal {
  const { portal } = entitySource(sourceId);
  if (!portal) throw new Error(`${sourceId} declares no portal.`);
  return portal;
}

/** A row of Colorado's register as the row service has it. */
export function coloradoRow(entityid: string, entityname: string, more: Record<string, unknown> = {}) {
  return {
    entityid,
    entityname,
    entitystatus: 'Good Standing',
    entitytype: 'DLLC',
    entityformdate: '2025-03-04T00:00:00.000',
    principaladdress1: '1 Invented Way',
    principalcity: 'Denver',
    principalstate: 'CO',
    principalzipcode: '80202',
    agentorganizationname: null,
    ...more,
  };
}

/** Puts rows behind a table of the source's portal. */
export function putRows(
  { portal }: LiveService,
  sourceId: string,
  rows: readonly Record<string, unknown>[],
  table = 'main',
): void {
  const { host, tables } = portalOf(sourceId);
  const columns = entitySource(sourceId).tables[table]?.columns ?? [];
  portal.table(host, tables[table] ?? '', { rows, columns });
}
