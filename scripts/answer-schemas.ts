import { join } from 'node:path'

import { buildGenerator, getProgramFromFiles } from 'typescript-json-schema'
import { z } from 'zod'

import { ROOT } from './project.ts'

/** What the description of the HTTP API says that is in types and comments only. */
export interface AnswerSchemas {
  /** By name; they refer to each other below `#/components/schemas/`. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** By operation, such as `agents.create`. */
  readonly operations: Readonly<Record<string, unknown>>
  /** What each operation does, by the comment above it in the contract. One without a comment is missing. */
  readonly comments: Readonly<Record<string, string>>
}

const CONTRACT = join(ROOT, 'src', 'shared', 'contract.ts')
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

/** Reads the types and comments of the contract, which exist for the compiler only. Throws if it cannot. */
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
  const comments = operationComments(program)
  return { schemas: sorted([...schemas]), operations: sorted(operations), comments: sorted(comments) }
}

/** Returns the comment above each operation. */
function operationComments(program: ReturnType<typeof getProgramFromFiles>): readonly (readonly [string, string])[] {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(CONTRACT)
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
  const exported = module === undefined ? [] : checker.getExportsOfModule(module)
  const groups = exported.filter(({ name }) => name === 'contract').flatMap(membersOf)
  return groups.flatMap((group) =>
    membersOf(group).flatMap((operation): [string, string][] => {
      const text = operation
        .getDocumentationComment(checker)
        .map((part) => part.text)
        .join('')
      return text === '' ? [] : [[`${group.name}.${operation.name}`, text]]
    }),
  )

  function membersOf(symbol: Parameters<typeof checker.getTypeOfSymbol>[0]) {
    return checker.getTypeOfSymbol(symbol).getProperties()
  }
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

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
