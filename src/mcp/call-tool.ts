import { ApiError } from '../contract/errors.js';
import type { Caller } from '../gateway/caller.js';
import type { Delivery } from '../gateway/delivery.js';
import { toApiError } from '../gateway/errors.js';
import type { Gateway } from '../gateway/gateway.js';
import { newReceipt, type Receipt } from '../gateway/receipt.js';
import { toAnswer, toRefusal } from './answer/to-answer.js';
import { readArguments, readOffset } from './tools/read-arguments.js';
import type { Json, Tool } from './tools/tool.js';

/** A caller of tools, on one transport. */
export interface Agent {
  /** Rejects with the 401, and with the 429 for too many invalid keys. */
  readonly caller: (receipt: Receipt) => Promise<Caller>;
  readonly requestId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly isGone: () => boolean;
  /** Called with the receipt of each call. */
  readonly onReceipt?: (receipt: Receipt) => void;
}

/** What is needed to call tools; one instance per service. */
export interface ToolService {
  readonly gateway: Gateway;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly logError: (error: unknown, requestId: string, detail: string) => void;
}

/**
 * The result of `tools/call`: the text is the structured content as JSON. Errors are text only: clients of
 * the 2025 protocol validate structured content against the output schema even if `isError` is set, and would
 * replace the error.
 */
interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** Runs a tool through the gateway. API errors are results; never rejects. */
export async function callTool(
  tool: Tool,
  given: Json,
  agent: Agent,
  { gateway, logError }: ToolService,
): Promise<ToolResult> {
  const receipt = newReceipt(agent.requestId(), agent.now());
  try {
    const answer = await run(tool, given, agent, receipt, gateway);
    return { content: textOf(answer), structuredContent: { ...answer } };
  } catch (error) {
    const reported = toApiError(error);
    if (reported !== error) logError(error, receipt.requestId, reported.detail);
    return { content: textOf(toRefusal(reported, receipt.requestId)), isError: true };
  } finally {
    agent.onReceipt?.(receipt);
  }
}

async function run(tool: Tool, given: Json, agent: Agent, receipt: Receipt, gateway: Gateway) {
  const caller = await agent.caller(receipt);
  let skipped = 0;
  const read = () => {
    skipped = readOffset(tool, given);
    return readArguments(tool, given);
  };
  const outcome = await gateway.deliver(tool.compiled, read, caller, receipt, deliveryTo(agent));
  if (outcome.kind === 'gone')
    throw new ApiError('unavailable', 'The client disconnected; nothing was charged.');
  if (outcome.kind !== 'answer') throw new Error(`${tool.spec.operation} gave a tool ${outcome.kind}.`);
  const envelope = JSON.parse(outcome.body) as { data: unknown; meta: Json };
  return toAnswer(tool, given, skipped, envelope, receipt);
}

function deliveryTo(agent: Agent): Delivery<string> {
  return {
    isHeld: () => false,
    prepare: ({ text }) => text,
    get isGone() {
      return agent.isGone();
    },
  };
}

function textOf(content: object): ToolResult['content'] {
  return [{ type: 'text', text: JSON.stringify(content) }];
}
