import type { Dataset } from './dataset.js';
import type { EntitySource } from './entity-source.js';
import type { SecSource } from './sec-source.js';

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
} from './dataset.js';
export type { Agency, Expectation } from './declared.js';
export { defineGroupedSource, defineSource, type EntitySource } from './entity-source.js';
export type { Fetch, SftpFiles, SftpLogin } from './fetch.js';
export type { Portal, SocrataPortal } from './portal.js';
export type { Group, Row } from './row.js';
export {
  defineSecSource,
  type LineParser,
  type SecInput,
  type SecSource,
  type Warn,
} from './sec-source.js';
export type { ColumnsOf, FixedFields, TableFormat, TableLayout, Tables } from './table.js';
