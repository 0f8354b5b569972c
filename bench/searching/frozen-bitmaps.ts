import { RoaringBitmap32 } from '../../src/platform/internals/roaring.js';
import { storedSetOf, thoseIn } from '../../src/search/sets/stored-set.js';
import { randomFrom } from '../generate/writers/random.js';

/**
 * `node dist/bench/searching/frozen-bitmaps.js`: a list of a search against bitmaps of an index, by our reader of the frozen
 * format and by the library; nanoseconds a number of the list, the least of seven rounds.
 */
const DOCUMENTS = 20_000_000;
const MOST_LISTED = 16_384;
const ROUNDS = 7;

function main(): void {
  const random = randomFrom(1);
  process.stdout.write('share of documents in the set, numbers in the list: ours, has(), and()\n');
  for (const share of [0.001, 0.05, 0.4]) {
    const bitmap = RoaringBitmap32.from(numbersOf(random, Math.round(share * DOCUMENTS)));
    const set = storedSetOf(bitmap);
    for (const length of [256, 4_096, MOST_LISTED]) {
      const list = numbersOf(random, length);
      const ways = [
        () => thoseIn([set], list).length,
        () => list.filter((number) => set.bitmap.has(number)).length,
        () => intersected(set.bitmap, list),
      ];
      const counts = new Set(ways.map((way) => way()));
      if (counts.size !== 1) throw new Error('The ways do not agree.');
      const figures = ways.map((way) => leastOf(way, length).toFixed(0).padStart(5));
      process.stdout.write(
        `${share.toString().padEnd(6)} ${String(list.length).padStart(6)}: ${figures.join(' ')} ns\n`,
      );
    }
  }
}

function intersected(bitmap: RoaringBitmap32, list: Uint32Array): number {
  const own = RoaringBitmap32.from(list);
  own.andInPlace(bitmap);
  const { length } = own.toUint32Array();
  own.dispose();
  return length;
}

function leastOf(way: () => number, length: number): number {
  const times = Math.ceil(200_000 / length);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = process.cpuUsage();
    for (let time = 0; time < times; time += 1) way();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, ((user + system) * 1_000) / (times * length));
  }
  return least;
}

function numbersOf(random: () => number, count: number): Uint32Array {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(Math.floor(random() * DOCUMENTS));
  return Uint32Array.from(numbers).sort();
}

main();
