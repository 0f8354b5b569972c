/** HTML that is safe to put into a page; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Html[];

/** Text between the tags is escaped; `Html` goes in as it is. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((text, index) => text + toMarkup(parts[index])).join('');
  return { markup };
}

/** A sentence in which words stand between back quotes. */
export function prose(text: string): Html {
  const marked = escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  return { markup: marked };
}

function toMarkup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('\n');
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (character) => `&${names[character]};`);
}
