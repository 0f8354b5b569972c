import { randomUUID } from 'node:crypto';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly type?: 'text' | 'url' | 'date';
  readonly isRequired?: boolean;
}

/** A line of text with its label. */
export function Field({ name, label, value = '', hint, type = 'text', isRequired }: FieldProps) {
  const help = hint === undefined ? undefined : `field-${name}-hint`;
  const shared = {
    id: `field-${name}`,
    ...{ name, value, required: isRequired, 'aria-describedby': help },
  };
  return (
    <div>
      <label for={shared.id}>{label}</label>
      {type === 'date' && <input {...shared} type="date" />}
      {type === 'url' && <input {...shared} type="url" maxLength={2_000} />}
      {type === 'text' && <input {...shared} type="text" maxLength={2_000} />}
      {hint !== undefined && <small id={help}>{hint}</small>}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Values with their words. */
  readonly options: readonly (readonly [string, string])[];
  /** The words for no choice; none is offered without them. */
  readonly none?: string | null;
}

/** One of several. */
export function Choice({ name, label, value, options, none = 'All' }: ChoiceProps) {
  return (
    <div>
      <label for={`field-${name}`}>{label}</label>
      <select id={`field-${name}`} name={name}>
        {none !== null && <option value="">{none}</option>}
        {options.map(([option, words]) => (
          <option value={option} selected={option === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Marks a form, so that a reload of its answer makes nothing again. */
export function Once() {
  return <input type="hidden" name="once" value={randomUUID()} />;
}

interface ButtonProps {
  readonly action: string;
  /** Hidden fields of the form. */
  readonly values?: Readonly<Record<string, string>>;
  readonly label: string;
  /** The thing it is about, for those who hear the button alone. */
  readonly of?: string;
  readonly isMain?: boolean;
}

/** A button that sends a form of hidden fields. */
export function SendButton({ action, values = {}, label, of, isMain = false }: ButtonProps) {
  return (
    <form method="post" action={action} class="inline">
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Once />
      <button class={isMain ? 'main' : undefined} aria-label={of && `${label} ${of}`}>
        {label}
      </button>
    </form>
  );
}

interface ConfirmProps {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
  readonly title: string;
  /** The consequence, as a sentence. */
  readonly text: string;
  readonly label: string;
  /** Back to the page before. */
  readonly back: string;
}

/** A confirmation before something that cannot be undone. */
export function Confirm({ action, values, title, text, label, back }: ConfirmProps) {
  return (
    <div class="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      <SendButton action={action} values={{ ...values, confirmed: 'yes' }} label={label} isMain />
      <p>
        <a href={back}>Cancel</a>
      </p>
    </div>
  );
}
