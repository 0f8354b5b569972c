import type { ComponentChildren } from 'preact';

/** A table of the reference. */
export function DocsTable({
  caption,
  header,
  children,
}: {
  readonly caption: string;
  readonly header: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="stacks">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {header.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
