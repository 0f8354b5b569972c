import { scaleBand, scaleLinear } from 'd3-scale';
import { number } from './numbers.js';

interface BarsProps {
  /** One sentence for readers who do not see the picture; the table next to it has the numbers. */
  readonly label: string;
  /** From left to right. Stacked bars, one color per position; of negative values, one alone. */
  readonly values: readonly { readonly at: string; readonly parts: readonly number[] }[];
  /** Writes a number at the scale. */
  readonly tick?: (value: number) => string;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [720, 200, 56, 10, 24];
const WIDEST = 48;
/** Words below the bars. */
const MAX_WORDS = 12;

/** Bars over days or years, with their scale. */
export function Bars({ label, values, tick: write = number }: BarsProps) {
  const heights = values.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const x = scaleBand(
    values.map(({ at }) => at),
    [LEFT, WIDTH],
  ).padding(0.2);
  const y = scaleLinear([Math.min(0, ...heights), Math.max(1, ...heights)], [HEIGHT - BOTTOM, TOP]).nice(4);
  const width = Math.min(WIDEST, x.bandwidth());
  const middle = (at: string) => (x(at) ?? 0) + x.bandwidth() / 2;
  const every = Math.ceil(values.length / MAX_WORDS);
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
              {write(tick)}
            </text>
          </>
        ))}
      {values.map(({ at, parts }) => {
        let below = 0;
        return parts.map((part, place) => {
          const [from, to] = [y(below), y(below + part)];
          below += part;
          return part === 0 ? null : (
            <rect
              class={`bar part-${place + 1}`}
              x={middle(at) - width / 2}
              width={width}
              y={Math.min(from, to)}
              height={Math.abs(from - to)}
            />
          );
        });
      })}
      {values.map(({ at }, place) =>
        place % every === 0 ? (
          <text class="quiet" x={middle(at)} y={HEIGHT - 7} text-anchor="middle">
            {at}
          </text>
        ) : null,
      )}
    </svg>
  );
}
