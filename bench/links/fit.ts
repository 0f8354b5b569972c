import { probabilities } from '../../src/matching/score.js';

/** One query as the fit sees it: the features of its candidates, row by row, and which of them is right. */
export interface Choice {
  /** Queries of one body stay in one fold. */
  readonly group: string;
  /** `width` values for each candidate. */
  readonly rows: Float64Array;
  /** The place of the right candidate; -1 where none is. */
  readonly right: number;
  readonly linkable: boolean;
}

/**
 * Logistic regression over choices: each query chooses one of its candidates or none. Newton's method with a
 * ridge; the first column is the constant and is not held back. A weight that comes out against the sign it may
 * have is set to 0 and the rest is fitted again, so that agreement never counts against a pair. Deterministic.
 * `towards`: what the ridge draws the weights to where the choices are too few to tell; 0 for each if not given.
 */
export function fitWeights(
  choices: readonly Choice[],
  signs: readonly number[],
  ridge: number,
  towards: Float64Array = new Float64Array(signs.length),
): Float64Array {
  const free = signs.map(() => true);
  let weights: Float64Array = towards.slice();
  for (;;) {
    weights = newton(choices, weights, free, { ridge, towards });
    const wrong = [...weights.keys()].filter((index) => (weights[index] ?? 0) * (signs[index] ?? 0) < 0);
    if (wrong.length === 0) return weights;
    for (const index of wrong) {
      free[index] = false;
      weights[index] = 0;
    }
  }
}

interface Pull {
  readonly ridge: number;
  readonly towards: Float64Array;
}

function newton(choices: readonly Choice[], start: Float64Array, free: readonly boolean[], pull: Pull) {
  const weights = start.slice();
  for (let round = 0; round < ROUNDS; round++) {
    const { gradient, hessian } = derivatives(choices, weights, pull);
    for (const [index, isFree] of free.entries()) if (!isFree) hold(index, gradient, hessian);
    const step = solve(hessian, gradient);
    const largest = step.reduce((max, change) => Math.max(max, Math.abs(change)), 0);
    // Shortened as a whole, so that a step goes where it should however long it is.
    addOuter(weights, -Math.min(1, LONGEST_STEP / largest), step);
    if (largest < 1e-3) break;
  }
  return weights;
}

/** Takes a weight out of the equations. */
function hold(index: number, gradient: Float64Array, hessian: readonly Float64Array[]): void {
  gradient[index] = 0;
  for (const line of hessian) line[index] = 0;
  const own = hessian[index]?.fill(0);
  if (own !== undefined) own[index] = 1;
}

/** The score of each candidate of a choice. */
export function scoresOf(choice: Choice, weights: Float64Array): number[] {
  const width = weights.length;
  return Array.from({ length: choice.rows.length / width }, (_, row) => {
    let score = 0;
    for (let index = 0; index < width; index++) {
      score += (weights[index] ?? 0) * (choice.rows[row * width + index] ?? 0);
    }
    return score;
  });
}

function derivatives(choices: readonly Choice[], weights: Float64Array, { ridge, towards }: Pull) {
  const width = weights.length;
  const gradient = Float64Array.from(weights, (weight, index) =>
    index === 0 ? 0 : ridge * (weight - (towards[index] ?? 0)),
  );
  const hessian = Array.from({ length: width }, (_, index) => {
    const line = new Float64Array(width);
    line[index] = index === 0 ? 1e-6 : ridge;
    return line;
  });
  for (const choice of choices) addChoice(choice, weights, gradient, hessian);
  return { gradient, hessian };
}

function addChoice(
  choice: Choice,
  weights: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array[],
): void {
  const width = weights.length;
  const shares = probabilities(scoresOf(choice, weights));
  const mean = new Float64Array(width);
  for (const [row, share] of shares.entries()) {
    const values = choice.rows.subarray(row * width, (row + 1) * width);
    const surplus = share - (row === choice.right ? 1 : 0);
    if (share < 1e-5 && surplus === share) continue;
    // Most features of a pair are 0.
    const set: number[] = [];
    for (let one = 0; one < width; one++) if (values[one] !== 0) set.push(one);
    for (const one of set) {
      const value = values[one] ?? 0;
      gradient[one] = (gradient[one] ?? 0) + surplus * value;
      mean[one] = (mean[one] ?? 0) + share * value;
      const line = hessian[one] ?? EMPTY;
      for (const other of set) line[other] = (line[other] ?? 0) + share * value * (values[other] ?? 0);
    }
  }
  for (let one = 0; one < width; one++) {
    if (mean[one] !== 0) addOuter(hessian[one], -(mean[one] ?? 0), mean);
  }
}

function addOuter(line: Float64Array | undefined, factor: number, values: Float64Array): void {
  if (line === undefined) return;
  for (let index = 0; index < values.length; index++) {
    line[index] = (line[index] ?? 0) + factor * (values[index] ?? 0);
  }
}

/** Gauss with the largest pivot. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const lines = matrix.map((line, index) => Float64Array.from([...line, right[index] ?? 0]));
  for (let column = 0; column < size; column++) {
    const rest = lines.slice(column);
    const pivot = rest.reduce((best, line) =>
      Math.abs(line[column] ?? 0) > Math.abs(best[column] ?? 0) ? line : best,
    );
    lines.splice(lines.indexOf(pivot), 1);
    lines.splice(column, 0, pivot);
    for (const line of lines) {
      if (line === pivot) continue;
      addOuter(line, -(line[column] ?? 0) / (pivot[column] ?? 1), pivot);
    }
  }
  return Float64Array.from(lines, (line, index) => (line[size] ?? 0) / (line[index] ?? 1));
}

const EMPTY = new Float64Array(0);
const ROUNDS = 40;
const LONGEST_STEP = 2;
