import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly content: any;
}

/** A client of the protocol, with the account of one key. */
export interface TestAgent {
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  listTools(): Promise<readonly { name: string; description?: string | undefined; inputSchema: object }[]>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

const WHO = { name: 'test', version: '1' };

/** A client of protocol 2026-07-28. */
export async function modernAgent(url: string, key: string): Promise<TestAgent> {
  const client = new ModernClient(WHO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(new URL('/mcp', url), withKey(key)));
  return agentOf(client, () => client.getNegotiatedProtocolVersion());
}

/** A client of 2025. */
export async function oldAgent(url: string, key: string): Promise<TestAgent> {
  const client = new OldClient(WHO);
  const transport = new OldTransport(new URL('/mcp', url), withKey(key));
  await client.connect(transport as Transport);
  return agentOf(client, () => transport.protocolVersion);
}

function withKey(key: string) {
  return { requestInit: { headers: { authorization: `Bearer ${key}` } } };
}

interface AnyClient {
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string; description?: string | undefined; inputSchema: object }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export function agentOf(client: AnyClient, version: () => string | undefined): TestAgent {
  return {
    get version() {
      return version();
    },
    get instructions() {
      return client.getInstructions();
    },
    listTools: async () => (await client.listTools()).tools,
    call: async (name, given = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const [{ text = '' } = {}] = content as { text?: string }[];
      // A refusal is a text alone.
      return { isError: isError === true, text, content: isError ? JSON.parse(text) : structuredContent };
    },
    close: () => client.close(),
  };
}
