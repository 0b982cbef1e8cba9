import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import { ok, refuse, type Result } from '../../../../shared/result.ts'
import {
  type FieldOption,
  type FormField,
  MAX_FIELDS,
  MAX_NAME_LENGTH,
  MAX_OPTIONS,
  TEXT_FORMATS,
} from '../../../../shared/server-question.ts'
import { defined } from '../../../../shared/defined.ts'
import { visibleText } from '../../../../shared/visible-text.ts'

export interface QuestionForm {
  readonly fields: readonly FormField[]
  /** The server's patterns for texts as a JSON Schema; null: there are none. Only to be tried where time is limited. */
  readonly patterns: JsonObject | null
}

const MAX_DESCRIPTION = 2_000
const MAX_PATTERN = 1_000
/** Longest default of a text, UTF-16 units. */
const MAX_DEFAULT = 10_000

const name = z.string().max(MAX_NAME_LENGTH)
const count = z.int().min(0).exactOptional()
const texts = { title: name.exactOptional(), description: z.string().max(MAX_DESCRIPTION).exactOptional() }
const titled = z.array(z.object({ const: name, title: name.exactOptional() })).max(MAX_OPTIONS)
const values = z.array(name).max(MAX_OPTIONS)

const oneSchema = z.object({
  ...texts,
  type: z.literal('string'),
  enum: values.exactOptional(),
  enumNames: values.exactOptional(),
  oneOf: titled.exactOptional(),
  default: name.exactOptional(),
})
const textSchema = z.object({
  ...texts,
  type: z.literal('string'),
  minLength: count,
  maxLength: count,
  pattern: z.string().max(MAX_PATTERN).exactOptional(),
  format: z.string().exactOptional(),
  default: z.string().max(MAX_DEFAULT).exactOptional(),
})
const numberSchema = z.object({
  ...texts,
  type: z.enum(['number', 'integer']),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  default: z.number().exactOptional(),
})
const booleanSchema = z.object({ ...texts, type: z.literal('boolean'), default: z.boolean().exactOptional() })
const severalSchema = z.object({
  ...texts,
  type: z.literal('array'),
  items: z.object({ enum: values.exactOptional(), anyOf: titled.exactOptional() }),
  minItems: count,
  maxItems: count,
  default: values.exactOptional(),
})
const formSchema = z.object({
  type: z.literal('object'),
  properties: z.record(name, z.unknown()),
  required: z.array(name).max(MAX_FIELDS).exactOptional(),
})

/**
 * Returns the form of a server's question. Refused with the reason: it cannot be shown whole, it asks for something
 * secret, or nothing that is typed could be valid.
 */
export function questionForm(schema: unknown): Result<QuestionForm> {
  const parsed = formSchema.safeParse(schema)
  if (!parsed.success) return refuse('The form is not an object with plain fields.')
  const { properties, required = [] } = parsed.data
  const entries = Object.entries(properties)
  if (entries.length > MAX_FIELDS) return refuse(`The form has more than ${MAX_FIELDS} fields.`)
  const fields: FormField[] = []
  const patterns: [string, JsonObject][] = []
  for (const [key, property] of entries) {
    const field = fieldOf(key, property, required.includes(key))
    if (!field.ok) return field
    fields.push(field.value.field)
    if (field.value.pattern !== undefined) patterns.push([key, { type: 'string', pattern: field.value.pattern }])
  }
  const problem = secretIn(fields)
  if (problem !== null) return refuse(problem)
  const properPatterns = { type: 'object', properties: Object.fromEntries(patterns) }
  return ok({ fields, patterns: patterns.length === 0 ? null : properPatterns })
}

interface ReadField {
  readonly field: FormField
  readonly pattern?: string
}

function fieldOf(key: string, property: unknown, isRequired: boolean): Result<ReadField> {
  const made = madeField(property)
  if (made === null) return refuse(`The field ${JSON.stringify(key)} is of a kind that ikigai cannot show.`)
  const { title, description = '', pattern, ...rest } = made
  const texts = { name: key, title: title === undefined || title === '' ? key : title, description, isRequired }
  return ok({ field: { ...rest, ...texts }, ...defined({ pattern }) })
}

type WithoutTexts<F> = F extends FormField ? Omit<F, 'name' | 'title' | 'description' | 'isRequired'> : never
type MadeField = WithoutTexts<FormField> & {
  readonly title?: string
  readonly description?: string
  readonly pattern?: string
}

/** Null: it is of no kind that can be shown. */
function madeField(property: unknown): MadeField | null {
  const type = isJsonObject(property) ? property['type'] : null
  if (type === 'string') return isChoice(property) ? oneField(property) : textField(property)
  if (type === 'array') return severalField(property)
  if (type === 'boolean') return booleanSchema.safeParse(property).data ?? null
  return numberField(property)
}

function isChoice(property: unknown): boolean {
  return isJsonObject(property) && (property['enum'] !== undefined || property['oneOf'] !== undefined)
}

function textField(property: unknown): MadeField | null {
  const parsed = textSchema.safeParse(property)
  if (!parsed.success) return null
  const { format: asked, ...rest } = parsed.data
  const format = TEXT_FORMATS.find((each) => each === asked)
  return { ...rest, type: 'text', ...defined({ format }) }
}

function numberField(property: unknown): MadeField | null {
  const parsed = numberSchema.safeParse(property)
  if (!parsed.success) return null
  return { ...parsed.data, type: 'number', isInteger: parsed.data.type === 'integer' }
}

function oneField(property: unknown): MadeField | null {
  const parsed = oneSchema.safeParse(property)
  if (!parsed.success) return null
  const { enum: plain = [], enumNames = [], oneOf, default: first, type: _, ...texts } = parsed.data
  const options =
    oneOf === undefined ? plain.map((each, index) => optionOf(each, enumNames[index])) : titledOptions(oneOf)
  const isOffered = options.some(({ value }) => value === first)
  return {
    ...texts,
    type: 'one',
    options,
    ...defined({ default: isOffered && first !== undefined ? first : undefined }),
  }
}

function severalField(property: unknown): MadeField | null {
  const parsed = severalSchema.safeParse(property)
  if (!parsed.success) return null
  const { items, default: first, ...rest } = parsed.data
  const options =
    items.anyOf === undefined ? (items.enum ?? []).map((each) => optionOf(each)) : titledOptions(items.anyOf)
  if (options.length === 0) return null
  const offered = first?.filter((each) => options.some(({ value }) => value === each))
  return {
    ...rest,
    type: 'several',
    options,
    ...defined({ default: offered === undefined ? undefined : [...new Set(offered)] }),
  }
}

function titledOptions(options: readonly { readonly const: string; readonly title?: string }[]) {
  return options.map((option) => optionOf(option.const, option.title))
}

function optionOf(value: string, title?: string): FieldOption {
  return { value, title: title === undefined || title === '' ? value : title }
}

/** Names of what must not be typed into a form, because the server and the log would get it. */
const SECRET =
  /\b(pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd|pass|pin|secrets?|tokens?|api ?keys?|(private|access|secret|signing|ssh) ?keys?|credentials?|credit ?cards?|card ?numbers?|cvv|cvc|otp|one time codes?|passwort|kennwort|geheimnis|zugangsdaten|schlüssel)\b/u

/** The same for numbers, whose names may well be about tokens of a model. */
const SECRET_NUMBER = /\b(pass ?codes?|pin|card ?numbers?|cvv|cvc|otp|one time codes?)\b/u

/** Returns why a form is refused: a field for texts asks for something secret. Null: none does. */
function secretIn(fields: readonly FormField[]): string | null {
  for (const field of fields) {
    const found = secretOf(field)
    if (found !== null) {
      return `The field ${JSON.stringify(field.name)} asks for something secret (${found}). Forms are not for secrets: the server has to use a page of its own.`
    }
  }
  return null
}

function secretOf({ type, name, title, description }: FormField): string | null {
  if (type === 'text') return secretWord([name, title, description], SECRET)
  return type === 'number' ? secretWord([name, title], SECRET_NUMBER) : null
}

/** Null: the texts name nothing secret. Hidden characters and ways to write a compound do not matter. */
function secretWord(texts: readonly string[], secret: RegExp): string | null {
  return texts.map((text) => secret.exec(plainWords(text))?.[0]).find((word) => word !== undefined) ?? null
}

function plainWords(text: string): string {
  const plain = visibleText(text.normalize('NFKC')).replaceAll(/⟨U\+[0-9A-F]+⟩/g, '')
  return plain
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
}
