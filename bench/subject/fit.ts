import { type SubjectModel, subjectTypeBy } from '../../src/domain/subject-type/classify.js';
import { BUCKETS, featuresOf } from '../../src/domain/subject-type/features.js';
import type { LabelledName } from './labelled-names.js';

export interface Model {
  readonly bias: number;
  /** One for each bucket of the features. */
  readonly weights: Float64Array;
}

export interface HeldOut {
  /** Log-odds of two to one and the like: above it a name is a person's. */
  readonly doubt: number;
  readonly accuracy: number;
  readonly organizationsCalledPersons: number;
}

/** The model of all names; the same names give the same model. */
export function fitSubjectTypes(labelled: readonly LabelledName[]): Model {
  return fitExamples(shuffledExamples(labelled));
}

/** Judgements of the fit, and of the rules beside it, on names that the fit has not seen: each is judged by a fit of the other folds. */
export function crossValidate(labelled: readonly LabelledName[], doubts: readonly number[]): HeldOut[] {
  const examples = shuffledExamples(labelled);
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const model = modelOf(fitExamples(examples.filter((_, index) => index % FOLDS !== fold)));
    const held = examples.filter((_, index) => index % FOLDS === fold);
    return held.map(({ name, isPerson }) => ({
      isPerson,
      isCalledPerson: doubts.map((doubt) => subjectTypeBy(model, name, doubt) === 'person'),
    }));
  }).flat();
  const organizations = judged.filter(({ isPerson }) => !isPerson);
  return doubts.map((doubt, place) => ({
    doubt,
    accuracy:
      judged.filter(({ isCalledPerson, isPerson }) => isCalledPerson[place] === isPerson).length /
      judged.length,
    organizationsCalledPersons:
      organizations.filter(({ isCalledPerson }) => isCalledPerson[place]).length / organizations.length,
  }));
}

function modelOf(model: Model): SubjectModel {
  return {
    personLogOdds: (name) => logOdds(model, featuresOf(name)),
    weightOf: (bucket) => model.weights[bucket] ?? 0,
  };
}

interface Example {
  readonly name: string;
  readonly buckets: readonly number[];
  readonly isPerson: boolean;
}

const EPOCHS = 30;
const RATE = 0.5;
const BIAS_RATE = 0.01;
const DECAY = 1e-3;
const FOLDS = 5;

function shuffledExamples(labelled: readonly LabelledName[]): Example[] {
  const examples = labelled.map(({ name, subjectType }) => ({
    name,
    buckets: featuresOf(name),
    isPerson: subjectType === 'person',
  }));
  return shuffled(examples, randomFrom(7));
}

/** AdaGrad on the log loss; weights of buckets that occur are drawn towards zero. */
function fitExamples(examples: readonly Example[]): Model {
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(1);
  const random = randomFrom(1);
  let bias = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { buckets, isPerson } of shuffled(examples, random)) {
      const probability = 1 / (1 + Math.exp(-logOdds({ bias, weights }, buckets)));
      const error = probability - Number(isPerson);
      bias -= BIAS_RATE * error;
      step(weights, squares, buckets, error / Math.sqrt(buckets.length));
    }
  }
  return { bias, weights };
}

function step(weights: Float64Array, squares: Float64Array, buckets: readonly number[], pull: number): void {
  for (const bucket of buckets) {
    const weight = weights[bucket] ?? 0;
    const slope = pull + DECAY * weight;
    const square = (squares[bucket] ?? 1) + slope * slope;
    squares[bucket] = square;
    weights[bucket] = weight - (RATE * slope) / Math.sqrt(square);
  }
}

function logOdds({ bias, weights }: Model, buckets: readonly number[]): number {
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return bias + sum / Math.sqrt(buckets.length);
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** Mulberry32: numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
