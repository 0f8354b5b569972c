import { ApiError } from '../contract/errors.js';
import { errorLog } from '../gateway/error-log.js';
import type { Receipt } from '../gateway/receipt.js';
import { readBody } from '../http/request/body.js';
import type { HttpExchange } from '../http/request/http-exchange.js';
import { hostOf, isForwarded, isLocalHost } from '../http/request/local.js';
import type { Mount } from '../http/server.js';
import type { Services } from '../http/services.js';
import type { Operation } from '../operations/declare.js';
import type { Agent, ToolService } from './call-tool.js';
import { toolsOf } from './tools/tool.js';

export interface McpMountParts {
  readonly operations: readonly Operation[];
  /** Origins of browsers that may call with a key. */
  readonly corsOrigins: readonly string[];
  readonly version: string;
}

/** Headers of a request that the protocol reads. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** `POST /mcp`: tools for agents, without sessions. Each request shows its key. */
export function mcpMount({ operations, corsOrigins, version }: McpMountParts): Mount {
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
            refuseForeign(exchange, allowed);
            const { authorization } = exchange.request.headers;
            const caller = await gateway.identify(authorization, exchange, exchange);
            exchange.caller = caller;
            const agent = agentOf(exchange, services, async () => caller);
            await answer(exchange, services, answerTo, agent);
          },
        },
      ];
    },
  };
}

/** Answers messages of the protocol, each for the agent that sent it. */
type Answering = (request: Request, agent: Agent) => Promise<Response>;

/** Made with the first request: most services start without an agent. */
async function answering(service: ToolService, version: string): Promise<Answering> {
  const [{ createMcpHandler }, { toolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./tool-server.js'),
  ]);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { agent } = (authInfo?.extra ?? {}) as { readonly agent?: Agent };
      if (!agent) throw new Error('The protocol asked for a server without an agent.');
      const server = toolServer(service, agent, version);
      // In one message with its request it would leave that without an answer, and the message without an end.
      server.removeNotificationHandler('notifications/cancelled');
      return server;
    },
    // Nothing here changes while it is listened to.
    { maxSubscriptions: 0 },
  );
  // The SDK hands on what is known of the caller; it checks no key.
  const known = { token: '', clientId: '', scopes: [] };
  return (request, agent) => handler.fetch(request, { authInfo: { ...known, extra: { agent } } });
}

async function answer(
  exchange: HttpExchange,
  { respond }: Services,
  answerTo: () => Promise<Answering>,
  agent: Agent,
): Promise<void> {
  const body = await readBody(exchange.request);
  const response = await (await answerTo())(webRequest(exchange, body), agent);
  const type = response.headers.get('content-type') ?? undefined;
  respond.other(exchange, response.status, type, await response.text());
}

function webRequest({ request }: HttpExchange, body: Buffer<ArrayBuffer>): Request {
  const headers = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request('http://dossier.invalid/mcp', { method: 'POST', headers, body });
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
 * Throws the 403 for pages of other origins, and for names that lead to this machine from elsewhere: a page that a browser
 * shows may have its own name lead here.
 */
function refuseForeign({ request }: HttpExchange, allowed: ReadonlySet<string>): void {
  const { origin, host } = request.headers;
  const isOwn = origin === undefined || allowed.has(origin) || hostOf(origin) === host?.toLowerCase();
  if (!isOwn) throw new ApiError('foreign_origin', 'A page of another origin may not call this service.');
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.localAddress ?? '');
  if (!isLoopback || isForwarded(request) || isLocalHost(request)) return;
  throw new ApiError('foreign_origin', 'Call this machine by a name of its own: localhost or 127.0.0.1.');
}
