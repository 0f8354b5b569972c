import { createRequire } from 'node:module';

/*
 * An import of `node:http` reads every export, and from Node 22 on one of them loads the client behind `fetch`, HTTP/2 and web
 * streams: 10 MB and 12 ms of processor time that a server has no use for. `require` reads none. This file ends with the first
 * version whose import reads none, either.
 */
export const http = createRequire(import.meta.url)('node:http') as typeof import('node:http');
