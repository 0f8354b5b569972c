import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { errorLog, type Log } from '../gateway/error-log.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Operation } from '../operations/support/declare.js';
import type { Agent } from './call-tool.js';
import { toolServer } from './tool-server.js';
import { toolsOf } from './tools/tool.js';

interface StdioParts {
  readonly gateway: Gateway;
  readonly operations: readonly Operation[];
  /** The API key that is charged. */
  readonly key: string;
  readonly now: () => number;
  readonly log: Log;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves an agent on standard input and output until it closes them or `stopped` resolves. */
export async function serveTools(parts: StdioParts, stopped: Promise<void>): Promise<void> {
  const { gateway, operations, key, now, log, version, input, output } = parts;
  const service = { gateway, tools: toolsOf(operations, gateway), logError: errorLog(log) };
  let isGone = false;
  const ended = Promise.race([once(input, 'end'), once(input, 'close')]).then(() => {
    isGone = true;
  });
  const agent: Agent = {
    // Authenticated per call, so that revocation takes effect while an agent runs.
    caller: (receipt) =>
      gateway.identify(`Bearer ${key}`, receipt, { address: '127.0.0.1', connection: parts }),
    requestId: randomUUID,
    now,
    isGone: () => isGone || !output.writable,
  };
  const handle = serveStdio(() => toolServer(service, agent, version), {
    transport: new StdioServerTransport(input, output),
    maxSubscriptions: 0,
  });
  await Promise.race([stopped, ended]);
  await handle.close();
}
