import type { ServerResponse } from 'node:http';
import { endInOneWrite } from '../platform/internals/response-head.js';

/** Sends a 200 with these lines (`Name: value\r\n`) and this body. False, and nothing is done, if Node must see the parts. */
export type SingleWriteResponse = (response: ServerResponse, lines: string, body: string) => boolean;

/**
 * Head and body as one string, which the socket takes as it is. From `writeHead` and `end(body)` Node checks every name
 * and value again and copies two strings into a buffer made for them: an eighth of a lookup.
 *
 * Only for lines that hold nothing a client sent unchecked, and for a body of ASCII. Not for an answer without a
 * body (HEAD), nor for the last one of a connection.
 */
export function singleWrite(keepAliveTimeoutMs: number): SingleWriteResponse {
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1_000)}\r\n`;
  return (response, lines, body) => {
    if (!response.shouldKeepAlive || response.req.method === 'HEAD') return false;
    return endInOneWrite(
      response,
      `HTTP/1.1 200 OK\r\n${lines}Date: ${dateNow()}\r\n${connection}\r\n${body}`,
    );
  };
}

let knownDate = '';

/** Written once for what is left of the second. */
function dateNow(): string {
  if (knownDate === '') {
    const now = new Date();
    knownDate = now.toUTCString();
    setTimeout(forgetDate, 1_000 - now.getMilliseconds()).unref();
  }
  return knownDate;
}

function forgetDate(): void {
  knownDate = '';
}
