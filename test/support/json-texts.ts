import fc from 'fast-check'

/** A JSON text as a model may write it: the tokens, and the text with arbitrary white space between them. */
export interface WrittenJson {
  readonly tokens: readonly string[]
  readonly text: string
}

const NUMBERS = ['0', '-0', '1.0', '1e5', '-2.50E-3', '9007199254740993', '-12345678901234567890123', '0.1']

const number = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
)

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"args":', '}', '{"a":1}', '\\', '\n'),
)

/**
 * Without backslashes: after `JSON.parse('{"a":1,"\\\\":2}')` V8 13.6 (Node 24) reads the second key of
 * `{"a":1,"\\n":2}` as a backslash too, so that two keys of one object may become the same.
 */
const key = fc
  .oneof(fc.constantFrom('10', '2', '0', '__proto__', 'args', 'b', 'a', ''), text)
  .filter((name) => !name.includes('\\'))

const spaces = fc.constantFrom('', '', '', ' ', '\n', '\t ')

const list = (items: readonly (readonly string[])[]): string[] =>
  items.flatMap((item, at) => (at === 0 ? [...item] : [',', ...item]))

const { object } = fc.letrec<{ value: string[]; object: string[]; array: string[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc
      .oneof(
        number,
        text.map((words) => JSON.stringify(words)),
        fc.constantFrom('true', 'false', 'null'),
      )
      .map((token) => [token]),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
    .map((entries) => ['{', ...list(entries.map(([name, value]) => [JSON.stringify(name), ':', ...value])), '}']),
  array: fc.array(tie('value'), { maxLength: 4 }).map((items) => ['[', ...list(items), ']']),
}))

/** JSON objects with keys and numbers that `JSON.parse` does not preserve, without duplicate keys. */
export const jsonObjectTexts: fc.Arbitrary<WrittenJson> = object.chain((tokens) =>
  fc
    .array(spaces, { minLength: tokens.length, maxLength: tokens.length })
    .map((gaps) => ({ tokens, text: tokens.map((token, at) => token + (gaps[at] ?? '')).join('') })),
)
