import type { Agent } from './call-tool.js';

/** A message of the protocol as it arrived: its headers, and JSON that is not parsed. */
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

/** Clients of one kind send the same message, and there are a few kinds. */
const MAX_KEPT = 16;
const MAX_NAME_LENGTH = 1_000;
const ID = '"the id of the message"';

/** Keeps the answers to `tools/list`, which differ in the message's id alone: each has 34 KB of JSON. */
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

/** Returns no members if the body is not a JSON object. */
function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(body.toString()) };
  } catch {
    return {};
  }
}
