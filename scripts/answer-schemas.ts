import { join } from 'node:path'

import { buildGenerator, getProgramFromFiles } from 'typescript-json-schema'
import { z } from 'zod'

import { ROOT } from './project.ts'

/** JSON Schemas of answers, for the description of the HTTP API. */
export interface AnswerSchemas {
  /** By name; they refer to each other below `#/components/schemas/`. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** By operation, such as `agents.create`. */
  readonly operations: Readonly<Record<string, unknown>>
}

const objectSchema = z.record(z.string(), z.unknown())
const failureSchema = z.object({
  properties: z.object({ ok: z.object({ const: z.literal(false) }), error: z.unknown() }),
})
const FAILURE = { $ref: '#/components/schemas/Failure' }
const OPTIONS = { required: true, strictNullChecks: true, ignoreErrors: true }
const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'esnext.array', 'dom', 'dom.iterable'],
  types: [],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Computes the schemas from the types of the contract's answers, which exist for the compiler only. Throws if it cannot. */
export function answerSchemas(): AnswerSchemas {
  const file = join(ROOT, 'scripts', 'answer-types.ts')
  const program = getProgramFromFiles([file], COMPILER_OPTIONS)
  const generator = buildGenerator(program, OPTIONS, [file])
  const root: unknown = JSON.parse(JSON.stringify(generator?.getSchemaForSymbol('Answers') ?? null))
  const { definitions, properties } = z.object({ definitions: objectSchema, properties: objectSchema }).parse(root)
  const schemas = new Map<string, unknown>()
  const convert = converter(definitions, schemas)
  const operations = Object.entries(properties).flatMap(([group, schema]) =>
    Object.entries(membersOf(schema, definitions)).map(
      ([name, answer]) => [`${group}.${name}`, convert(answer)] as const,
    ),
  )
  return { schemas: sorted([...schemas]), operations: sorted(operations) }
}

function membersOf(schema: unknown, definitions: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const node = objectSchema.parse(schema)
  const named = typeof node['$ref'] === 'string' ? definitions[keyOf(node['$ref'])] : node
  return objectSchema.parse(objectSchema.parse(named)['properties'])
}

/**
 * Returns a function that turns a schema of draft 7 into one of OpenAPI 3.1. Definitions of types with a name are put into
 * `schemas`; others, such as `Result<null>`, take the place of what refers to them.
 */
function converter(definitions: Readonly<Record<string, unknown>>, schemas: Map<string, unknown>) {
  function convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(convert)
    const node = objectSchema.safeParse(value).data
    if (node === undefined) return value
    if (failureSchema.safeParse(node).success) return FAILURE
    return typeof node['$ref'] === 'string' ? refer(keyOf(node['$ref'])) : withTuple(node)
  }
  function withTuple({ items, additionalItems: _rest, ...node }: Record<string, unknown>): unknown {
    const plain = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, convert(child)]))
    if (items === undefined) return plain
    return { ...plain, [Array.isArray(items) ? 'prefixItems' : 'items']: convert(items) }
  }
  function refer(key: string): unknown {
    const name = typeName(key)
    if (name === null) return convert(definitions[key])
    if (!schemas.has(name)) {
      schemas.set(name, null)
      schemas.set(name, convert(definitions[key]))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return convert
}

function keyOf(reference: string): string {
  return decodeURIComponent(reference.replace('#/definitions/', ''))
}

/** `import("…/agent-event").AgentEvent` is `AgentEvent`; null: the type has no name of its own. */
function typeName(key: string): string | null {
  const name = key.replace(/^import\([^)]*\)\./, '')
  return /^[A-Z]\w*$/.test(name) ? name : null
}

function sorted(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
