import type { Adjacency } from './adjacency.js';
import type { Container } from './container.js';

export function openAdjacency(container: Container, section: string): Adjacency {
  return { starts: container.uint32(`${section}/starts`), values: container.uint32(`${section}/values`) };
}
