import { AggregatorRegistry } from 'prom-client';

/** Returns the metrics of several threads as one text: each by its `aggregator`, counters and histograms summed. */
export function exposition(threads: readonly (readonly object[])[]): Promise<string> {
  return AggregatorRegistry.aggregate([...threads]).metrics();
}
