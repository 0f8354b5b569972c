/** A changed field of a record; null means that the field is missing. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record that an event contains; the event has its id separately. */
function fieldsOf(record: object): Fields {
  const { id: _id, ...fields } = record as { readonly id?: unknown };
  return fields;
}

/** Fields that differ, in the order of the record; removed fields last. */
export function changedFields(before: object, after: object): FieldChange[] {
  return allFields(before, after).filter(
    ({ from, to }) => from !== to && JSON.stringify(from) !== JSON.stringify(to),
  );
}

/** All fields of both, equal ones included. */
export function allFields(before: object, after: object): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...names].map((field) => ({ field, from: old[field] ?? null, to: now[field] ?? null }));
}

/** The record before the changes, without fields that were missing. */
export function undone(record: Fields, changes: readonly FieldChange[]): Fields {
  return changes.reduce((held, { field, from }) => withField(held, field, from), record);
}

/** The record after the changes, without fields that were removed. */
export function applied(record: Fields, changes: readonly FieldChange[]): Fields {
  return changes.reduce((held, { field, to }) => withField(held, field, to), record);
}

function withField(record: Fields, field: string, value: unknown): Fields {
  const { [field]: _before, ...others } = record;
  return value === null ? others : { ...others, [field]: value };
}
