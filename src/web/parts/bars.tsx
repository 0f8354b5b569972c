import { scaleBand, scaleLinear } from 'd3-scale';
import { number } from './numbers.js';

interface BarsProps {
  /** One sentence for those who do not see the picture; the table beside it holds the numbers. */
  readonly label: string;
  readonly values: readonly { readonly at: string; readonly value: number }[];
}

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 10;
const WIDEST = 48;

/** Bars over days or years, with its scale. */
export function Bars({ label, values }: BarsProps) {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const x = scaleBand(
    values.map(({ at }) => at),
    [LEFT, WIDTH],
  ).padding(0.2);
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  const width = Math.min(WIDEST, x.bandwidth());
  const middle = (at: string) => (x(at) ?? 0) + x.bandwidth() / 2;
  const every = Math.ceil(values.length / 8);
  return (
    <svg
      class="chart picture"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <>
            <line class="axis" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text class="quiet" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {number(tick)}
            </text>
          </>
        ))}
      {values.map(({ at, value }) => (
        <rect
          class="bar"
          x={middle(at) - width / 2}
          width={width}
          y={y(value)}
          height={HEIGHT - BOTTOM - y(value)}
        />
      ))}
      {values.map(({ at }, index) =>
        index % every === 0 ? (
          <text class="quiet" x={middle(at)} y={HEIGHT - 7} text-anchor="middle">
            {at.slice(5) || at}
          </text>
        ) : null,
      )}
    </svg>
  );
}
