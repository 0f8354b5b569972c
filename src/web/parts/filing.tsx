/** A filer as the SEC shows it, without its CIK. */
export function filerName(filer: string): string {
  return filer.replace(/ +\(CIK \d{10}\)$/, '');
}

/** A form type and, below it, what the form is. */
export function Form({ form, title }: { readonly form: string; readonly title: string | null }) {
  return (
    <>
      {form}
      {title !== null && <div class="quiet">{title}</div>}
    </>
  );
}

interface AboutProps {
  /** The description of the main document. */
  readonly text: string;
  readonly items: readonly string[];
  readonly itemTitles: readonly string[];
}

/** The items of an 8-K with their titles; else the description of the main document. */
export function About({ text, items, itemTitles }: AboutProps) {
  if (items.length === 0) return <>{text}</>;
  return (
    <ul class="plain-list">
      {items.map((item, at) => (
        <li>{itemTitles[at] === item ? item : `${item} ${itemTitles[at]}`}</li>
      ))}
    </ul>
  );
}
