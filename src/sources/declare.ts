import type { Dataset } from './declare/dataset.js';
import type { EntitySource } from './declare/entity-source.js';
import type { SecSource } from './declare/sec-source.js';

export type Source = EntitySource | SecSource;

export type Loadable = Source | Dataset;

export {
  type Dataset,
  type DatasetInput,
  type DocumentChoice,
  type DocumentList,
  defineDataset,
  defineDocumentDataset,
  type Tabular,
  type XmlElement,
} from './declare/dataset.js';
export type { Agency, Expectation } from './declare/declared.js';
export { defineGroupedSource, defineSource, type EntitySource } from './declare/entity-source.js';
export type { Fetch, SftpFiles, SftpLogin } from './declare/fetch.js';
export type { Portal, SocrataPortal } from './declare/portal.js';
export type { Group, Row } from './declare/row.js';
export {
  defineSecSource,
  type LineParser,
  type SecInput,
  type SecSource,
  type Warn,
} from './declare/sec-source.js';
export type { ColumnsOf, FixedFields, TableFormat, TableLayout, Tables } from './declare/table.js';
