import { type Dialect, inValues, isRow, likeWords, type PortalQuery } from './query.js';

/** An ArcGIS layer: `<layer>/query`. Its errors come with status 200; dates stay milliseconds, as the layer has them. */
export const arcgis: Dialect = {
  path: (layer, query) => `${layer}/query?${new URLSearchParams(parametersOf(query))}`,
  rows: (answer) => {
    const features = isRow(answer) ? answer.features : undefined;
    if (!Array.isArray(features)) throw new Error('The answer has no features.');
    return features.map((feature) => (isRow(feature) && isRow(feature.attributes) ? feature.attributes : {}));
  },
};

function parametersOf(query: PortalQuery): Record<string, string> {
  const where =
    query.kind === 'words'
      ? likeWords(query.columns, query.words, 'UPPER')
      : inValues(query.columns, query.values);
  return {
    where,
    outFields: '*',
    returnGeometry: 'false',
    f: 'json',
    resultRecordCount: String(query.limit),
  };
}
