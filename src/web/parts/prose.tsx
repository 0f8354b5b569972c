/** A sentence in which words stand between back quotes. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}
