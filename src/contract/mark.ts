import Type from 'typebox';

export const MarkSchema = Type.Object(
  {
    from: Type.Integer({ minimum: 0, description: 'First character, from 0 on.' }),
    to: Type.Integer({ minimum: 0, description: 'The character behind the last.' }),
  },
  {
    title: 'Mark',
    description: 'A part of a text. Characters are UTF-16 units, as JavaScript, Java and C# count them.',
  },
);
