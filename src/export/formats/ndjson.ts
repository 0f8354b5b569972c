import type { RowsText } from './gzip-part.js';
import { RowMembers } from './row-members.js';

/** A JSON object a line: the stored text as it is, or the named members in their order, those that a row has. */
export function ndjsonText(fields: readonly string[] | null): RowsText {
  if (fields === null) return (rows) => `${rows.join('\n')}\n`;
  const members = new RowMembers(fields);
  const heads = fields.map((field) => `${JSON.stringify(field)}:`);
  return (rows) => {
    let text = '';
    for (const row of rows) {
      members.read(row);
      let before = '{';
      for (const [at, head] of heads.entries()) {
        const json = members.jsonOf(at);
        if (json === undefined) continue;
        text += before + head + json;
        before = ',';
      }
      text += before === '{' ? '{}\n' : '}\n';
    }
    return text;
  };
}
