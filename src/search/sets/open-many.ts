import type { Container } from './container.js';
import type { Many } from './many.js';

export function openMany(container: Container, section: string): Many {
  return { starts: container.uint32(`${section}/starts`), values: container.uint32(`${section}/values`) };
}
