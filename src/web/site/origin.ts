import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors.js';
import { hostOf, isForwarded, isLocalHost } from '../../http/local.js';

/**
 * Throws the 403 for a form that was not sent by a page of this service. Browsers send `Sec-Fetch-Site` to
 * trustworthy origins, and `Origin` to all.
 */
export function refuseForeignForm({ headers }: IncomingMessage): void {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOwn = site === undefined ? hostOf(origin) === host?.toLowerCase() : site === 'same-origin';
  if (isOwn && host !== undefined) return;
  throw new ApiError('foreign_origin', 'This form was not sent by a page of this service.');
}

/** Whether a form came over http, according to its browser. */
export function isPlainHttp({ headers }: IncomingMessage): boolean {
  return headers.origin?.startsWith('http://') ?? false;
}

/** Whether a visit came from this machine and through no proxy: a name of elsewhere may lead here too. */
export function isLocalVisit(request: IncomingMessage): boolean {
  return isLocalHost(request) && !isForwarded(request);
}

/** A path of this service, whatever is sent: prevents open redirects. */
export function ownPath(to: string | null): string {
  const base = 'http://dossier.invalid';
  if (to === null || !to.startsWith('/') || !URL.canParse(to, base)) return '/';
  const { origin, pathname, search } = new URL(to, base);
  return origin === base ? pathname.replace(/^\/+/, '/') + search : '/';
}
