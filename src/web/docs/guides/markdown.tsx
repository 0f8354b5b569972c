import type { Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';

/** The address of a link in a document; undefined if it leads to no page. */
export type Resolve = (href: string) => string | undefined;

interface BlocksProps {
  readonly tokens: readonly Token[];
  readonly resolve: Resolve;
  /** Names a table for readers who do not see it. */
  readonly nameTable: () => string;
}

/** Converts parsed Markdown to elements. Text is escaped, and HTML in a document is shown as text. */
export function Blocks(props: BlocksProps) {
  return <>{props.tokens.map((token) => block(token, props))}</>;
}

export function Inline({ tokens, resolve }: Pick<BlocksProps, 'tokens' | 'resolve'>) {
  return <>{tokens.map((token) => inline(token, resolve))}</>;
}

function block(token: Token, props: BlocksProps): ComponentChildren {
  const { resolve } = props;
  switch (token.type) {
    case 'paragraph':
      return (
        <p>
          <Inline tokens={(token as Tokens.Paragraph).tokens} resolve={resolve} />
        </p>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'list':
      return list(token as Tokens.List, props);
    case 'table':
      return table(token as Tokens.Table, props);
    case 'blockquote':
      return (
        <blockquote>
          <Blocks {...props} tokens={(token as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return inline(token, resolve);
  }
}

function list({ ordered, start, items }: Tokens.List, props: BlocksProps) {
  const entries = items.map(({ tokens }) => (
    <li>
      <Blocks {...props} tokens={tokens} />
    </li>
  ));
  return ordered ? <ol start={start === '' ? undefined : start}>{entries}</ol> : <ul>{entries}</ul>;
}

function table({ header, rows }: Tokens.Table, { resolve, nameTable }: BlocksProps) {
  const name = nameTable();
  const hasHead = header.some(({ text }) => text !== '');
  return (
    <div class="scroll" role="region" aria-label={name} tabIndex={0}>
      <table>
        <caption class="unseen">{name}</caption>
        {hasHead && (
          <thead>
            <tr>
              {header.map(({ tokens, text }) =>
                text === '' ? (
                  <td />
                ) : (
                  <th scope="col">
                    <Inline tokens={tokens} resolve={resolve} />
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map(({ tokens }) => (
                <td>
                  <Inline tokens={tokens} resolve={resolve} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(token: Token, resolve: Resolve): ComponentChildren {
  const inner = () => <Inline tokens={(token as { tokens?: Token[] }).tokens ?? []} resolve={resolve} />;
  switch (token.type) {
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const to = resolve((token as Tokens.Link).href);
      return to === undefined ? inner() : <a href={to}>{inner()}</a>;
    }
    case 'image':
      return (token as Tokens.Image).text;
    default: {
      const { tokens, text } = token as { tokens?: Token[]; text?: string };
      return tokens ? inner() : (text ?? '');
    }
  }
}
