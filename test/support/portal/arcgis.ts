import { type PortalRow, parseWhere, SoqlError } from './soql.js';

/** A layer of an ArcGIS feature service. Dates are milliseconds since 1970. */
export interface ArcgisLayer {
  readonly features: readonly PortalRow[];
  readonly dateFields?: readonly string[];
  /** Features per answer, as the layer's own JSON says. */
  readonly maxRecordCount?: number;
}

const MAX_RECORD_COUNT = 1_000;

/**
 * The answer of `<layer>/query`. Its faults come with status 200 and an `error` member; where more features follow
 * it says `exceededTransferLimit`. Field names are compared without regard to case.
 */
export function answerFeatures(layer: ArcgisLayer, query: URLSearchParams): object {
  if (query.get('f') !== 'json') return fault('Only f=json is known here.');
  const fields = new Set(layer.features.flatMap((feature) => Object.keys(feature)));
  try {
    const holds = parseWhere(inLayersCase(query.get('where') ?? '1=1', fields), fields);
    const found = layer.features.filter(holds);
    if (query.get('returnCountOnly') === 'true') return { count: found.length };
    const offset = Number(query.get('resultOffset') ?? 0);
    const max = layer.maxRecordCount ?? MAX_RECORD_COUNT;
    const count = Math.min(max, Number(query.get('resultRecordCount') ?? max));
    return {
      fields: [...fields].map((name) => ({ name, type: typeOf(name, layer) })),
      features: found.slice(offset, offset + count).map((attributes) => ({ attributes })),
      ...(found.length > offset + count && { exceededTransferLimit: true }),
    };
  } catch (error) {
    if (error instanceof SoqlError) return fault(error.message);
    throw error;
  }
}

function inLayersCase(where: string, fields: ReadonlySet<string>): string {
  const own = new Map([...fields].map((field) => [field.toLowerCase(), field]));
  return where.replace(/'(?:[^']|'')*'|[A-Za-z_]\w*/g, (token) => own.get(token.toLowerCase()) ?? token);
}

function typeOf(name: string, { dateFields = [] }: ArcgisLayer): string {
  return dateFields.includes(name) ? 'esriFieldTypeDate' : 'esriFieldTypeString';
}

function fault(message: string): object {
  return { error: { code: 400, message, details: [] } };
}
