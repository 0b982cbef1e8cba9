import { z } from 'zod'

import type { JsonValue } from './json.ts'
import { AGENT_COLUMNS, type AgentColumn } from './agent-columns.ts'

type Columns = typeof AGENT_COLUMNS
type AgentColumnName = keyof Columns

/** The columns whose rows have a value. */
type With<Fact extends keyof AgentColumn, Value> = {
  [C in AgentColumnName]: Columns[C][Fact] extends Value ? C : never
}[AgentColumnName]

type Name<C extends AgentColumnName> = Columns[C]['attribute'] extends string ? Columns[C]['attribute'] : never
type Output<T> = T extends z.ZodType ? z.output<T> : never
type NonNullableValues<T> = { readonly [K in keyof T]: NonNullable<T[K]> }
type Attributes<C extends AgentColumnName, Form extends 'stored' | 'exported'> = {
  readonly [K in C as Name<K>]: Output<Columns[K][Form]>
}

/** The columns whose value is limited where data comes in: what the tables below must cover. */
export type CountedColumn = With<'unproven', 'counted'>
export type NarrowedColumn = With<'unproven', 'narrowed'>
export type WithheldColumn = With<'unproven', 'default'>
/** What new agents have, whatever came. */
export type WithheldAttributes = Attributes<WithheldColumn, 'stored'>

/** The attributes of an agent that are the values of columns. */
export type PlainAttributes = Attributes<AgentColumnName, 'stored'>
/** Those that a user changes. A change leaves out what stays, and null would be taken for that. */
export type ChangedAttributes = NonNullableValues<Attributes<With<'change', 'replaced'>, 'stored'>>
/** Those that the database writes into a new row, but for times. */
type NewAttributes = Attributes<Exclude<With<'created', 'default'>, With<'default', 'clock'>>, 'stored'>
/** Those that an import has beyond what a new agent is given. */
export type ImportedAttributes = Attributes<
  Exclude<With<'restored', 'from_file'>, With<'created', 'given'>>,
  'exported'
>

type StoredShape = { [C in With<'stored', z.ZodType>]: Columns[C]['stored'] }
type ExportedShape = { [C in With<'exported', z.ZodType>]: Columns[C]['exported'] }

/** All columns with their names, in the order of the table. */
export const AGENT_COLUMN_LIST: readonly (AgentColumn & { readonly name: string })[] = Object.entries<AgentColumn>(
  AGENT_COLUMNS,
).map(([name, column]) => ({ name, ...column }))

/** The attributes that columns make up. */
export const AGENT_ATTRIBUTES: readonly string[] = [
  ...new Set(AGENT_COLUMN_LIST.flatMap(({ attribute, partOf }) => attribute ?? partOf ?? [])),
]

/*
 * The functions below make objects from the rows of the table. Their overloads say which: TypeScript cannot follow that
 * `Object.fromEntries` keeps the type of each key.
 */

export function columnSchemas(form: 'stored'): StoredShape
export function columnSchemas(form: 'exported'): ExportedShape
/** Returns the schemas of one form of a row. */
export function columnSchemas(form: 'stored' | 'exported'): Record<string, z.ZodType> {
  const found = AGENT_COLUMN_LIST.flatMap(({ name, [form]: schema }): [string, z.ZodType][] =>
    schema instanceof z.ZodType ? [[name, schema]] : [],
  )
  return Object.fromEntries(found)
}

/** A row by column. */
type Row = Readonly<Record<string, unknown>>

export function plainAttributes(row: z.output<z.ZodObject<StoredShape>>): PlainAttributes
/** Returns the attributes that are the values of columns. */
export function plainAttributes(row: Row): Row {
  return attributesOf(row, () => true)
}

export function importedAttributes(row: z.output<z.ZodObject<ExportedShape>>): ImportedAttributes
/** Returns what an imported agent has beyond what a new one is given. */
export function importedAttributes(row: Row): Row {
  return attributesOf(row, ({ restored, created }) => restored === 'from_file' && created !== 'given')
}

export function newAttributes(): NewAttributes
/** Returns what the database writes into the row of a new agent, but for times. */
export function newAttributes(): Row {
  const written = AGENT_COLUMN_LIST.map(({ name, default: value }): [string, unknown] => [
    name,
    typeof value === 'object' ? (value?.value ?? null) : null,
  ])
  return attributesOf(
    Object.fromEntries(written),
    (column) => column.created === 'default' && column.default !== 'clock',
  )
}

/** A column that gives a right: data that is not proven brings the value of a new agent. */
interface Withholding {
  readonly name: WithheldColumn
  readonly attribute: Name<WithheldColumn>
  /** That of a new agent. */
  readonly value: JsonValue
}

/** The columns that give a right. */
export const WITHHELD_COLUMNS: readonly Withholding[] = AGENT_COLUMN_LIST.flatMap((column) =>
  isWithheld(column) ? [{ ...column, value: column.default.value }] : [],
)

function isWithheld(
  column: AgentColumn,
): column is AgentColumn & Withholding & { readonly default: { value: JsonValue } } {
  return column.unproven === 'default' && typeof column.default === 'object'
}

export function withheldAttributes(): WithheldAttributes
/** Returns what an agent has that came with data which is not proven. */
export function withheldAttributes(): Row {
  return Object.fromEntries(WITHHELD_COLUMNS.map(({ attribute, value }) => [attribute, value]))
}

function attributesOf(row: Row, isWanted: (column: AgentColumn) => boolean): Row {
  const wanted = AGENT_COLUMN_LIST.flatMap((column): [string, unknown][] =>
    column.attribute !== null && isWanted(column) ? [[column.attribute, row[column.name]]] : [],
  )
  return Object.fromEntries(wanted)
}
