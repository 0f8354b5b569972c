import { ORGANIZATION, QUERIES_ADVISED } from '../contract/reconcile.js';

/** The size of a preview, in pixels. */
const PREVIEW = { width: 420, height: 300 };

/** The manifest, which clients read first: which parts of the protocol there are, and where. */
export function manifestOf(server: string, token: string, version: string) {
  const root = `${server}/reconcile/k/${encodeURIComponent(token)}`;
  const suggested = (kind: string) => ({
    service_url: root,
    service_path: `/suggest/${kind}`,
    flyout_service_url: root,
    flyout_service_path: `/flyout/${kind}?id=\${id}`,
  });
  return {
    versions: ['0.2'],
    name: 'Dossier: US businesses',
    identifierSpace: `${server}/entity/`,
    schemaSpace: `${server}/docs/guides/openrefine#properties`,
    documentation: `${server}/docs/guides/openrefine`,
    serviceVersion: version,
    defaultTypes: [ORGANIZATION],
    view: { url: `${server}/entity/{{id}}` },
    preview: { url: `${root}/preview?id={{id}}`, ...PREVIEW },
    suggest: { entity: suggested('entity'), property: suggested('property'), type: suggested('type') },
    extend: {
      propose_properties: { service_url: root, service_path: '/properties' },
      property_settings: [],
    },
    batchSize: QUERIES_ADVISED,
  };
}
