/** A page that is the same for everybody: rendered once, when the service starts. */
export interface StaticDocument {
  readonly path: string;
  /** With its charset. */
  readonly type: string;
  readonly body: string;
}
