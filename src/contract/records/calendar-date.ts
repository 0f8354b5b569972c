import Type from 'typebox';

export const CalendarDate = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, examples: ['2018-01-01'] });
