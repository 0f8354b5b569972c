interface Mark {
  readonly from: number;
  readonly to: number;
}

/** A text whose marked parts stand out; marks lie in order and apart. */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) {
  const starts = [0, ...marks.map(({ to }) => to)];
  return (
    <>
      {starts.map((start, at) => {
        const mark = marks[at];
        return (
          <>
            {text.slice(start, mark?.from)}
            {mark && <mark>{text.slice(mark.from, mark.to)}</mark>}
          </>
        );
      })}
    </>
  );
}

/** A sentence in which words stand between back quotes. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}
