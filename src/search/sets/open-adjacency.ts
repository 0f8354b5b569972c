import type { Container } from '../format/container.js';
import type { Adjacency } from './adjacency.js';

export function openAdjacency(container: Container, section: string): Adjacency {
  return { starts: container.uint32(`${section}/starts`), values: container.uint32(`${section}/values`) };
}
