import { MATCH_QUESTIONS } from '../../../contract/match.js';
import type { KeptList } from '../../../operations/lists/outcomes.js';
import { Table } from '../../parts/table.js';

const PREVIEWED = 5;

/** Menus for the use of each column, beside its first values. */
export function Columns({ list: { columns, rows }, roles }: Pick<KeptList, 'list' | 'roles'>) {
  return (
    <Table
      caption="Columns of the list, with sample values"
      rows={[...columns.keys()]}
      columns={[
        { head: 'Column', cell: (place) => columns[place] || `Column ${place + 1}` },
        {
          head: 'Used as',
          cell: (place) => (
            <select name={`column-${place}`} aria-label={`Use of ${columns[place] || `column ${place + 1}`}`}>
              <option value="">ignored</option>
              {MATCH_QUESTIONS.map((role) => (
                <option value={role} selected={roles[place] === role}>
                  {role}
                </option>
              ))}
            </select>
          ),
        },
        {
          head: 'First values',
          cell: (place) =>
            rows
              .slice(0, PREVIEWED)
              .flatMap((cells) => cells[place] || [])
              .join(' · '),
        },
      ]}
    />
  );
}
