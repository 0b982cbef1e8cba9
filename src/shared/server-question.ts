import { z } from 'zod'

/** What a value of a field may be. A missing value is an optional field that was left empty. */
export type FieldValue = string | number | boolean | readonly string[]

export interface FieldOption {
  readonly value: string
  readonly title: string
}

interface FieldTexts {
  /** The name in the answer. */
  readonly name: string
  readonly title: string
  /** Possibly empty. */
  readonly description: string
  readonly isRequired: boolean
}

export const TEXT_FORMATS = ['email', 'uri', 'date', 'date-time'] as const
type TextFormat = (typeof TEXT_FORMATS)[number]

export interface TextFormField extends FieldTexts {
  readonly type: 'text'
  readonly format?: TextFormat
  /** Lengths in UTF-16 units. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly default?: string
}

export interface NumberField extends FieldTexts {
  readonly type: 'number'
  readonly isInteger: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface YesNoField extends FieldTexts {
  readonly type: 'boolean'
  readonly default?: boolean
}

export interface OneField extends FieldTexts {
  readonly type: 'one'
  readonly options: readonly FieldOption[]
  readonly default?: string
}

export interface SeveralField extends FieldTexts {
  readonly type: 'several'
  readonly options: readonly FieldOption[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: readonly string[]
}

export type FormField = TextFormField | NumberField | YesNoField | OneField | SeveralField

/** What a server of tools asks the user while one of its tools runs. All texts are the server's. */
export interface ServerQuestion {
  readonly server: string
  /** The name of the tool at its server; several names if the question may be of any of these running calls. */
  readonly tool: string
  readonly message: string
  readonly asks:
    | { readonly type: 'form'; readonly fields: readonly FormField[] }
    /** A page that the user is to open. `host` in ASCII, as in `url`. */
    | { readonly type: 'page'; readonly url: string; readonly host: string }
}

/** The answer as the server gets it. `accept` for a page: it was opened. */
export type ServerAnswer =
  | { readonly action: 'accept'; readonly content: FormValues }
  | { readonly action: 'decline' | 'cancel' }

export type FormValues = Readonly<Record<string, FieldValue>>

export const MAX_FIELDS = 50
export const MAX_OPTIONS = 200
/** Longest name or option, UTF-16 units. */
export const MAX_NAME_LENGTH = 500
const MAX_VALUE_LENGTH = 100_000

const name = z.string().max(MAX_NAME_LENGTH)
const value = z.union([
  z.string().max(MAX_VALUE_LENGTH),
  z.number(),
  z.boolean(),
  z.array(name).max(MAX_OPTIONS).readonly(),
])
export const formValuesSchema = z
  .record(name, value)
  .refine((values) => Object.keys(values).length <= MAX_FIELDS)
  .readonly()

/** Returns the values with which a form begins. */
export function defaultValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.flatMap((field): [string, FieldValue][] => {
      if (field.default !== undefined) return [[field.name, field.default]]
      return field.type === 'boolean' && field.isRequired ? [[field.name, false]] : []
    }),
  )
}

/** Returns what is wrong in an answer, by the names of the fields. Patterns of the server are not tried here. */
export function formProblems(fields: readonly FormField[], values: FormValues): ReadonlyMap<string, string> {
  const known = new Set(fields.map((field) => field.name))
  const unknown = Object.keys(values).filter((key) => !known.has(key))
  return new Map([
    ...unknown.map((key) => [key, 'The form has no such field.'] as const),
    ...fields.flatMap((field) => {
      const given = Object.hasOwn(values, field.name) ? values[field.name] : undefined
      const problem = fieldProblem(field, given)
      return problem === null ? [] : [[field.name, problem] as const]
    }),
  ])
}

/** Returns what is wrong with a value, as a sentence; null: nothing. */
export function fieldProblem(field: FormField, given: FieldValue | undefined): string | null {
  if (given === undefined) return field.isRequired ? 'A value is required.' : null
  switch (field.type) {
    case 'text':
      return typeof given === 'string' ? textProblem(field, given) : 'Must be a text.'
    case 'number':
      return typeof given === 'number' ? numberProblem(field, given) : 'Must be a number.'
    case 'boolean':
      return typeof given === 'boolean' ? null : 'Must be yes or no.'
    case 'one':
      return field.options.some((option) => option.value === given) ? null : 'Choose one of the options.'
    default:
      return typeof given === 'object' ? severalProblem(field, given) : 'Choose from the options.'
  }
}

const FORMATS: Readonly<Record<TextFormat, { readonly schema: z.ZodType; readonly problem: string }>> = {
  email: { schema: z.email(), problem: 'Must be an email address.' },
  uri: { schema: z.url(), problem: 'Must be an address such as https://example.com.' },
  date: { schema: z.iso.date(), problem: 'Must be a date such as 2026-01-31.' },
  'date-time': {
    schema: z.iso.datetime({ offset: true }),
    problem: 'Must be a date and time such as 2026-01-31T09:30:00Z.',
  },
}

function textProblem({ minLength = 0, maxLength = Infinity, format, isRequired }: TextFormField, text: string) {
  if (isRequired && text === '') return 'A value is required.'
  if (text.length < minLength) return `Must have at least ${minLength} characters.`
  if (text.length > maxLength) return `Must have at most ${maxLength} characters.`
  return format === undefined || FORMATS[format].schema.safeParse(text).success ? null : FORMATS[format].problem
}

function numberProblem({ isInteger, minimum = -Infinity, maximum = Infinity }: NumberField, given: number) {
  if (isInteger && !Number.isSafeInteger(given)) return 'Must be a whole number.'
  if (given < minimum) return `Must be at least ${minimum}.`
  return given > maximum ? `Must be at most ${maximum}.` : null
}

function severalProblem({ options, minItems = 0, maxItems = Infinity }: SeveralField, given: readonly string[]) {
  if (!given.every((each) => options.some((option) => option.value === each))) return 'Choose from the options.'
  if (new Set(given).size !== given.length) return 'Choose each option once.'
  if (given.length < minItems) return `Choose at least ${minItems}.`
  return given.length > maxItems ? `Choose at most ${maxItems}.` : null
}

/** Returns the value that was typed into the field of a text or a number; undefined: nothing. */
export function typedValue(field: TextFormField | NumberField, typed: string): FieldValue | undefined {
  if (typed === '') return undefined
  if (field.type === 'text') return typed
  const given = Number(typed.trim())
  // A text is not valid for the field, so that the user gets to know.
  return typed.trim() === '' || !Number.isFinite(given) ? typed : given
}
