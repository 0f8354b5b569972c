/** One to many: `from` has `values[starts[from] .. starts[from + 1])`, ascending. */
export interface Adjacency {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}
