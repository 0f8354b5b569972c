interface Mark {
  readonly from: number;
  readonly to: number;
}

/** A text with highlighted ranges, which are sorted and disjoint. */
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

/** A sentence with words in backquotes. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}
