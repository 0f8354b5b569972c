import type { IncomingMessage } from 'node:http';

/** Whether the service was asked by a name of this machine. */
export function isLocalHost({ headers }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a request says that a proxy passed it on. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': by, 'x-forwarded-host': host } = headers;
  return forwarded !== undefined || by !== undefined || host !== undefined;
}

/** The host and port of an origin; undefined if it is none. */
export function hostOf(origin: string | undefined): string | undefined {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
}
