import { entityPath } from '../../parts/links.js';
import { number } from '../../parts/numbers.js';
import type { RelationColumn, RelationColumns } from './columns.js';

const WIDTH = 920;
const COLUMN = 300;
const GAP = 10;
const ROW = 26;
const TOP = 110;
const MOST = 10;
/** Characters of a name that fit a column. */
const FITS = 38;

const HEADS = { agent: 'Same agent', both: 'Same agent and address', address: 'Same address' } as const;
const NAMES = ['agent', 'both', 'address'] as const;

/**
 * Up to ten relations per column, below what they share. The table below contains all of them and is the
 * accessible form, so the diagram is hidden from screen readers and the tab order.
 */
export function Picture({ name, columns }: { readonly name: string; readonly columns: RelationColumns }) {
  const held = NAMES.filter((column) => columns[column].total > 0);
  const rows = Math.max(...held.map((column) => Math.min(MOST + 1, columns[column].items.length + 1)));
  const height = TOP + rows * ROW + 12;
  const left = (at: number) =>
    (WIDTH - held.length * COLUMN - (held.length - 1) * GAP) / 2 + at * (COLUMN + GAP);
  return (
    <svg
      class="picture relations"
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
    >
      <rect x={WIDTH / 2 - 170} y="6" width="340" height="30" rx="6" class="box" />
      <text x={WIDTH / 2} y="26" text-anchor="middle" font-weight="600">
        {cut(name, 44)}
      </text>
      {held.map((column, at) => (
        <Column name={column} column={columns[column]} x={left(at)} />
      ))}
    </svg>
  );
}

function Column({
  name,
  column: { items, total },
  x,
}: {
  readonly name: (typeof NAMES)[number];
  readonly column: RelationColumn;
  readonly x: number;
}) {
  const shown = items.slice(0, MOST);
  const rest = total - shown.length;
  const last = TOP + (shown.length - 1) * ROW - 4;
  const middle = x + COLUMN / 2;
  return (
    <g>
      <path d={`M ${WIDTH / 2} 36 C ${WIDTH / 2} 58, ${middle} 44, ${middle} 66`} class="axis" fill="none" />
      <text x={middle} y="82" text-anchor="middle" class="quiet">
        {`${HEADS[name]}: ${number(total)}`}
      </text>
      <path d={`M ${x + 6} 92 V ${last}`} class="axis" fill="none" />
      {shown.map(({ id, name: label }, at) => (
        <a href={entityPath(id)} tabIndex={-1}>
          <path d={`M ${x + 6} ${TOP + at * ROW - 4} h 10`} class="axis" fill="none" />
          <text x={x + 22} y={TOP + at * ROW} class="link">
            {cut(label, FITS)}
          </text>
        </a>
      ))}
      {rest > 0 && (
        <text x={x + 22} y={TOP + shown.length * ROW} class="quiet">
          {`and ${number(rest)} more`}
        </text>
      )}
    </g>
  );
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
