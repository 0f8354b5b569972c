/**
 * Uses the client in each way there is, in plain JavaScript, so that Node, Deno, Bun and a page run the same lines. Gives what
 * it saw. `folder` is where an export is downloaded to; a page has none.
 */
export async function everyUse(client, { url, key, folder, webhook }) {
  const { Dossier, DossierError, ConnectionError, verifyWebhook, WebhookError } = client;
  const dossier = new Dossier({ url, key });
  const seen = {};

  const entity = await dossier.entity('CO:20221555001', { include: ['federal'] });
  seen.entity = [entity.data.name, entity.meta.creditsUsed, entity.limits.creditsCharged];

  let pages = 0;
  const ids = new Set();
  for await (const { id } of dossier.eachEntity({ name: 'willow', limit: 4 }, { onPage: () => (pages += 1) }))
    ids.add(id);
  seen.pages = [pages, ids.size];

  const { data } = await dossier.match({ name: 'Willow Harbor Cleaners LLC', state: 'CO', city: 'Salida' });
  seen.match = [data.outcome, data.candidates[0]?.id];

  const refused = await dossier.searchEntities({ name: '' }).catch((error) => error);
  seen.refused = [
    refused instanceof DossierError,
    refused.status,
    refused.code,
    refused.faults[0]?.parameter,
  ];
  const nobody = new Dossier({ url: 'http://127.0.0.1:9', key, retries: 0 });
  seen.away = (await nobody.entity('CO:1').catch((error) => error)) instanceof ConnectionError;

  const idempotencyKeys = new Set();
  let attempts = 0;
  const unlucky = new Dossier({
    url,
    key,
    fetch: async (request) => {
      idempotencyKeys.add(request.headers.get('idempotency-key'));
      attempts += 1;
      const answer = await fetch(request);
      // The answer is lost on its way: the repetition must not be charged again.
      if (attempts === 1) throw new TypeError('The connection broke.');
      return answer;
    },
    sleep: async () => undefined,
  });
  const before = (await dossier.entity('CO:20221555001')).limits.creditsRemaining;
  // Another record: a browser may have the first one still.
  const after = (await unlucky.entity('CO:20161555012')).limits.creditsRemaining;
  seen.retried = [attempts, idempotencyKeys.size, before - after];

  const { meta } = await dossier.changes({ limit: 1 });
  const stop = new AbortController();
  for await (const change of dossier.followChanges({ limit: 5 }, { signal: stop.signal })) {
    seen.followed = typeof change.id === 'string' || change.kind === 'baseline';
    break;
  }
  seen.cursor = typeof meta.cursor;

  const message = await verifyWebhook(webhook.secret, webhook.headers, webhook.body, webhook.at);
  const forged = await verifyWebhook(webhook.secret, webhook.headers, `${webhook.body} `, webhook.at).catch(
    (error) => error,
  );
  seen.webhook = [message.type, forged instanceof WebhookError];

  const order = await dossier.exports.create({ kind: 'entities', filter: { state: 'CO' }, format: 'ndjson' });
  if (folder) {
    const manifest = await dossier.exports.download(order.data.id, folder, { everyMs: 100 });
    seen.export = [manifest.rows, manifest.parts.length];
  } else {
    seen.export = [(await dossier.exports.complete(order.data.id, { everyMs: 100 })).rows, 1];
  }
  return seen;
}

/** What every runtime must see on the bundled sample. */
export const SEEN = {
  entity: ['Willow Harbor Cleaners, LLC', 2, 2],
  pages: [5, 17],
  match: ['found', 'CO:20221555001'],
  refused: [true, 400, 'invalid_params', 'name'],
  away: true,
  retried: [2, 1, 1],
  followed: true,
  cursor: 'string',
  webhook: ['watch.test', true],
  export: [68, 1],
};
