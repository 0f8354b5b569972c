import { identifyPathKey } from '../../http/path-key.js';
import type { Mount } from '../../http/server.js';
import { serverOf } from '../../http/server-address.js';
import type { Operation } from '../../operations/support/declare.js';
import { entityPath } from '../parts/links.js';
import { xmlText } from '../site/file.js';

interface FeedAnswer {
  readonly data: {
    readonly title: string;
    readonly entries: readonly {
      readonly id: string;
      readonly record: string;
      readonly recordType: string;
      readonly title: string;
      readonly seenAt: string;
    }[];
  };
}

const ROOT = '/feed/k/:token/:id';
const TYPE = 'application/atom+xml; charset=utf-8';

/** Atom feeds of watches and lists, for feed readers, which send no header: a key with the scope `feeds` alone is in the path. */
export function feedMount(operation: Operation): Mount {
  return {
    routes: ({ gateway, respond }) => {
      const compiled = gateway.compile(operation);
      return [
        {
          methods: ['GET'],
          path: ROOT,
          operation: operation.id,
          answer: async (exchange) => {
            const caller = await identifyPathKey(gateway, exchange, 'feeds');
            const id = String(exchange.params.id).replace(/\.atom$/, '');
            const outcome = await gateway.call(
              compiled,
              { params: { id }, query: {}, body: undefined },
              caller,
              exchange,
            );
            if (outcome.kind !== 'answer') throw new Error(`${operation.id} gave ${outcome.kind}.`);
            const { data } = JSON.parse(outcome.body) as FeedAnswer;
            const server = serverOf(exchange.request) ?? '';
            respond.plain(exchange, atomOf(id, data, server), TYPE);
          },
        },
      ];
    },
  };
}

/** RFC 4287. An empty feed is dated by the start of the epoch: it has not been updated. */
function atomOf(id: string, { title, entries }: FeedAnswer['data'], server: string): string {
  const updated = entries[0]?.seenAt ?? new Date(0).toISOString();
  const items = entries.map(({ id: entry, record, recordType, title: what, seenAt }) => {
    const link =
      recordType === 'entity'
        ? `${server}${entityPath(record, '/timeline')}`
        : `${server}/changes?id=${encodeURIComponent(record)}`;
    return `<entry><id>urn:dossier:${xmlText(entry)}</id><title>${xmlText(what)}</title><updated>${seenAt}</updated><link href="${xmlText(link)}"/></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:dossier:${xmlText(id)}</id><title>${xmlText(title)}</title><updated>${updated}</updated><author><name>Dossier</name></author>${items.join('\n')}</feed>
`;
}
