import { ApiError } from '../contract/errors.js';
import { errorLog } from '../gateway/error-log.js';
import type { Receipt } from '../gateway/receipt.js';
import { readBody } from '../http/body.js';
import type { HttpExchange } from '../http/http-exchange.js';
import { hostOf, isLocalHost } from '../http/local.js';
import type { Mount } from '../http/server.js';
import type { Services } from '../http/services.js';
import type { Operation } from '../operations/support/declare.js';
import type { Agent, ToolService } from './call-tool.js';
import { toolsOf } from './tools/tool.js';

interface McpMountParts {
  readonly operations: readonly Operation[];
  /** Browser origins that may call with a key. */
  readonly corsOrigins: readonly string[];
  /** Whether the operator trusts a proxy, which forwards the clients' host names. */
  readonly isProxied: boolean;
  readonly version: string;
}

/** Request headers that the protocol uses. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** `POST /mcp`: tools for agents, without sessions. Each request contains its key. */
export function mcpMount({ operations, corsOrigins, isProxied, version }: McpMountParts): Mount {
  const allowed = new Set(corsOrigins);
  return {
    routes: (services) => {
      const { gateway } = services;
      const logError = errorLog(services.log);
      let made: Promise<Answering> | undefined;
      const answerTo = () => {
        made ??= answering({ gateway, logError, tools: toolsOf(operations, gateway) }, version).catch(
          (error) => {
            made = undefined;
            throw error;
          },
        );
        return made;
      };
      return [
        {
          methods: ['POST'],
          path: '/mcp',
          operation: 'mcp',
          answer: async (exchange) => {
            refuseForeign(exchange, allowed, isProxied);
            const { authorization } = exchange.request.headers;
            const identified = await gateway.identify(authorization, exchange, exchange);
            const caller = await gateway.admit(identified, exchange);
            await answer(
              exchange,
              services,
              answerTo,
              agentOf(exchange, services, async () => caller),
            );
          },
        },
      ];
    },
  };
}

/** Handles protocol messages, each for the agent that sent it. */
type Answering = (message: Message, agent: Agent) => Promise<MessageAnswer>;

/** Created with the first request, because most services start without agents. */
async function answering(service: ToolService, version: string): Promise<Answering> {
  const [{ createMcpHandler }, { toolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./tool-server.js'),
  ]);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { agent } = (authInfo?.extra ?? {}) as { readonly agent?: Agent };
      if (!agent) throw new Error('The protocol asked for a server without an agent.');
      return toolServer(service, agent, version);
    },
    // The tool list never changes during a subscription.
    { maxSubscriptions: 0 },
  );
  // The SDK passes on the caller; it does not verify keys.
  const known = { token: '', clientId: '', scopes: [] };
  return listedOnce(async ({ headers, body }, agent) => {
    const request = new Request('http://dossier.invalid/mcp', {
      method: 'POST',
      headers: [...headers],
      body,
    });
    const response = await handler.fetch(request, { authInfo: { ...known, extra: { agent } } });
    const type = response.headers.get('content-type') ?? undefined;
    return { status: response.status, type, text: await response.text() };
  });
}

async function answer(
  exchange: HttpExchange,
  { respond }: Services,
  answerTo: () => Promise<Answering>,
  agent: Agent,
): Promise<void> {
  const body = await readBody(exchange);
  if (/^\s*\[/.test(body.toString())) return respond.other(exchange, 400, JSON_TYPE, BATCH_REFUSAL);
  const { status, type, text } = await (await answerTo())(messageOf(exchange, body), agent);
  respond.other(exchange, status, type, text);
}

const JSON_TYPE = 'application/json; charset=utf-8';
const BATCH_REFUSAL = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_600,
    message: 'The body must be one JSON-RPC message; batches are not part of the protocol since 2025-06-18.',
  },
});

function messageOf({ request }: HttpExchange, body: Buffer<ArrayBuffer>): Message {
  const headers = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { headers, body };
}

function agentOf(exchange: HttpExchange, { clock }: Services, caller: Agent['caller']): Agent {
  let calls = 0;
  return {
    caller,
    requestId: () => {
      calls += 1;
      return calls === 1 ? exchange.requestId : `${exchange.requestId}.${calls}`;
    },
    now: clock,
    isGone: () => exchange.clientGone,
    onReceipt: (receipt: Receipt) => {
      exchange.cost += receipt.cost;
      exchange.remaining = receipt.remaining ?? exchange.remaining;
      exchange.rate = receipt.rate ?? exchange.rate;
    },
  };
}

/**
 * Throws the 403 for other origins. Unless the operator trusts a proxy, it also rejects foreign host names on
 * loopback, because of DNS rebinding. No header relaxes that, because such a page can set any.
 */
function refuseForeign({ request }: HttpExchange, allowed: ReadonlySet<string>, isProxied: boolean): void {
  const { origin, host } = request.headers;
  const isOwn = origin === undefined || allowed.has(origin) || hostOf(origin) === host?.toLowerCase();
  if (!isOwn) throw new ApiError('foreign_origin', 'Pages of other origins may not call this service.');
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.localAddress ?? '');
  if (isProxied || !isLoopback || isLocalHost(request)) return;
  const detail =
    'Use a host name of this machine: localhost or 127.0.0.1. Behind a proxy, set DOSSIER_TRUST_PROXY.';
  throw new ApiError('foreign_origin', detail);
}

/** A protocol message as received: headers, and unparsed JSON. */
interface Message {
  readonly headers: readonly [string, string][];
  readonly body: Buffer<ArrayBuffer>;
}

interface MessageAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

type Answer = (message: Message, agent: Agent) => Promise<MessageAnswer>;

/** Clients of one kind send the same message, and there are few kinds. */
const MAX_KEPT = 16;
const MAX_NAME_LENGTH = 1_000;
const ID = '"the id of the message"';

/** Caches responses to `tools/list`, which differ only in the message id: 34 KB of JSON each. */
function listedOnce(answer: Answer): Answer {
  const kept = new Map<string, Promise<MessageAnswer>>();
  return async (message, agent) => {
    const { id, ...rest } = membersOf(message.body);
    const name = JSON.stringify([message.headers, rest]);
    const isKept = rest.method === 'tools/list' && name.length <= MAX_NAME_LENGTH;
    if (!isKept || (typeof id !== 'string' && typeof id !== 'number')) return answer(message, agent);
    const body = Buffer.from(JSON.stringify({ ...rest, id: JSON.parse(ID) }));
    const known = kept.get(name) ?? answer({ ...message, body }, agent);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, known);
    known.catch(() => kept.delete(name));
    const { text, ...head } = await known;
    return { ...head, text: text.replace(ID, () => JSON.stringify(id)) };
  };
}

/** Returns no fields if the body is not a JSON object. */
function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(body.toString()) };
  } catch {
    return {};
  }
}
