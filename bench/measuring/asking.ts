import autocannon from 'autocannon';
import type { Load } from './turns.js';

export const CONNECTIONS = 64;
/** A request that waits longer has failed. */
const TIMEOUT_SECONDS = 60;

export interface Asking {
  readonly url: string;
  readonly key: string;
  /**
   * Paths that a connection asks for, again and again. The requests are made before the first is sent: made one by one, they
   * cost as much as a bare server's answers.
   */
  readonly pathsOf: (connection: number, connections: number) => readonly string[];
  /** Asks for a path in another way than by GET. */
  readonly requestOf?: (path: string) => autocannon.Request;
}

export interface Asked extends Load {
  /** Number of responses. */
  readonly requests: number;
}

/**
 * 64 connections, each of which sends its next request when it has its answer, for so many seconds or until something
 * is over. Throws where an answer is no 200.
 */
export async function ask(asking: Asking, until: number | Promise<unknown>): Promise<Asked> {
  const { url, key, pathsOf, requestOf = getOf } = asking;
  const headers = { authorization: `Bearer ${key}` };
  let connection = 0;
  const setupClient = (client: autocannon.Client) => {
    const paths = pathsOf(connection++, CONNECTIONS);
    client.setRequests(
      paths.map((path) => {
        const request = requestOf(path);
        return { ...request, headers: { ...request.headers, ...headers } };
      }),
    );
  };
  const options = { url, headers, connections: CONNECTIONS, timeout: TIMEOUT_SECONDS, setupClient };
  const { non2xx, errors, timeouts, ...result } = await run(options, until);
  if (non2xx > 0 || errors > 0)
    throw new Error(`${non2xx} answers were no 200, ${errors} requests failed, ${timeouts} of them by time.`);
  const { average: perSecond, total: requests } = result.requests;
  return { perSecond, p99Ms: result.latency.p99, requests };
}

const getOf = (path: string): autocannon.Request => ({ method: 'GET', path });

/** Longer than anything that is waited for. */
const MAX_SECONDS = 3_600;

function run(options: autocannon.Options, until: number | Promise<unknown>): Promise<autocannon.Result> {
  if (typeof until === 'number') return Promise.resolve(autocannon({ ...options, duration: until }));
  return new Promise((resolve, reject) => {
    const running = autocannon({ ...options, duration: MAX_SECONDS }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    until.then(() => running.stop(), reject);
  });
}
