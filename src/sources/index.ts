import type { Source } from './declare.js';
import { usCoBusinessEntities } from './us/co/business-entities.js';
import { usCtBusinessRegistry } from './us/ct/business-registry.js';
import { usFlCorporations } from './us/fl/corporations.js';
import { usNyActiveCorporations } from './us/ny/active-corporations.js';
import { usSecDailyIndex } from './us/sec/daily-index.js';
import { usSecFullIndex } from './us/sec/full-index.js';
import { usSecSubmissions } from './us/sec/submissions.js';
import { usSecTickers } from './us/sec/tickers.js';

/** The catalogue of what comes in. A new source is a file and a line here. */
export const SOURCES: readonly Source[] = [
  usCoBusinessEntities,
  usCtBusinessRegistry,
  usFlCorporations,
  usNyActiveCorporations,
  usSecDailyIndex,
  usSecFullIndex,
  usSecSubmissions,
  usSecTickers,
];
