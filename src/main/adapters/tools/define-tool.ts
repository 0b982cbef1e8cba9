import { z } from 'zod'

import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { meantArguments } from './meant-arguments.ts'
import type { PrepareResult, Tool, ToolCallSite } from '../../core/ports/tool-ports.ts'

interface ToolOptions<Schema extends z.ZodObject> {
  readonly name: string
  readonly description: string
  /** Schema of the arguments; every field has a description. */
  readonly schema: Schema
  prepare(args: z.output<Schema>, site: ToolCallSite): Promise<PrepareResult>
}

/** Defines a tool whose arguments are validated with the same schema that is sent to the model. */
export function defineTool<Schema extends z.ZodObject>(parts: ToolOptions<Schema>): Tool {
  const { name, description, schema } = parts
  const parameters = parametersOf(schema)
  const refuse = (why: string): PrepareResult => ({
    ok: false,
    message: `The arguments of ${name} are not valid. ${why}`,
  })
  return {
    definition: { name, description, parameters },
    async prepare(given, site) {
      const meant = meantArguments(given, parameters)
      if (!meant.ok) return refuse(meant.message)
      const { args, ignored } = meant
      const checked = schema.safeParse(args)
      const ignoredText = ignored.length === 0 ? '' : `Not an argument of ${name}: ${ignored.join(', ')}.`
      if (!checked.success)
        return refuse([problemsOf(checked.error), ignoredText].filter((each) => each !== '').join('; '))
      const prepared = await parts.prepare(checked.data, site)
      return ignored.length === 0 ? prepared : withNote(prepared, `[Ignored: ${ignoredText}]`)
    },
  }
}

/** Says in the result of a call what of its arguments was ignored. */
function withNote(prepared: PrepareResult, note: string): PrepareResult {
  if (!prepared.ok) return { ok: false, message: `${prepared.message} ${note}` }
  const { call } = prepared
  const run: typeof call.run = async (options) => {
    const outcome = await call.run(options)
    return { ...outcome, content: `${outcome.content}\n\n${note}` }
  }
  return { ok: true, call: { ...call, run } }
}

/** Returns the schema as JSON Schema. Optional arguments are not required. */
function parametersOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  const plain: unknown = JSON.parse(JSON.stringify(parameters))
  if (!isJsonObject(plain)) throw new Error('The schema of a tool is not an object')
  return plain
}

function problemsOf(error: z.ZodError): string {
  return error.issues.map(problemOf).join('; ')
}

/** Returns zod's message, except for a wrong type: the value is described in JSON terms, not by its JavaScript type. */
function problemOf(issue: z.core.$ZodIssue): string {
  const message = issue.code === 'invalid_type' ? wrongType(issue) : issue.message
  return issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`
}

function wrongType({ expected, message }: z.core.$ZodIssueInvalidType): string {
  return message.endsWith('received undefined') ? 'is missing' : `must be of type ${expected}`
}
