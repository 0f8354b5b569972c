import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors.js';
import { hostOf, isForwarded, isLocalHost } from '../../http/local.js';

/**
 * Throws the 403 for a form that no page of this service sent. A browser says where a form comes from: `Sec-Fetch-Site` to a
 * server that is trustworthy, `Origin` to each.
 */
export function refuseForeignForm({ headers }: IncomingMessage): void {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOwn = site === undefined ? hostOf(origin) === host?.toLowerCase() : site === 'same-origin';
  if (isOwn && host !== undefined) return;
  throw new ApiError('foreign_origin', 'This form was not sent by a page of this service.');
}

/** Whether a form came over http, by what its browser says. */
export function isPlainHttp({ headers }: IncomingMessage): boolean {
  return headers.origin?.startsWith('http://') ?? false;
}

/** Whether a visit came from this machine and through no proxy: a name of elsewhere may lead here too. */
export function isLocalVisit(request: IncomingMessage): boolean {
  return isLocalHost(request) && !isForwarded(request);
}

/** A path of this service, whatever is sent: nobody is led elsewhere. */
export function ownPath(to: string | null): string {
  const base = 'http://dossier.invalid';
  if (to === null || !to.startsWith('/') || !URL.canParse(to, base)) return '/';
  const { origin, pathname, search } = new URL(to, base);
  return origin === base ? pathname.replace(/^\/+/, '/') + search : '/';
}
