import type { Agent } from './call-tool.js';

/** A protocol message as received: headers, and unparsed JSON. */
export interface Message {
  readonly headers: readonly [string, string][];
  readonly body: Buffer<ArrayBuffer>;
}

export interface MessageAnswer {
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
export function listedOnce(answer: Answer): Answer {
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
