import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { isLocalHost } from '../../http/local.js';
import { THEMES, type Theme } from '../frame/frame.js';

const THEME = 'theme';
const YEAR_SECONDS = 31_536_000;

function cookiesOf(header: string | undefined): Readonly<Record<string, string | undefined>> {
  return header === undefined ? {} : parseCookie(header);
}

/** The colours that a reader chose, from the header `Cookie`. */
export function themeOf(cookie: string | undefined): Theme | undefined {
  const { [THEME]: chosen } = cookiesOf(cookie);
  return THEMES.find((theme) => theme === chosen);
}

/** Undefined goes back to the colours of the reader's system. */
export function themeCookie(theme: Theme | undefined): string {
  const maxAge = theme === undefined ? 0 : YEAR_SECONDS;
  return stringifySetCookie({
    name: THEME,
    value: theme ?? '',
    path: '/',
    maxAge,
    sameSite: 'lax',
    httpOnly: true,
  });
}

/** A browser takes the name with the prefix over https only; on this machine the service may be without it. */
const SECURE_NAME = '__Host-dossier';
const LOCAL_NAME = 'dossier';

export function sessionTokenOf(request: IncomingMessage): string | undefined {
  const { [SECURE_NAME]: secure, [LOCAL_NAME]: local } = cookiesOf(request.headers.cookie);
  return secure ?? (isLocalHost(request) ? local : undefined);
}

/** An empty token with no time ends it. */
export function sessionCookie(request: IncomingMessage, token: string, maxAge: number): string {
  const isLocal = isLocalHost(request);
  return stringifySetCookie({
    name: isLocal ? LOCAL_NAME : SECURE_NAME,
    value: token,
    path: '/',
    maxAge,
    sameSite: 'lax',
    httpOnly: true,
    secure: !isLocal,
  });
}
