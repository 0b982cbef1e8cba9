import { z } from 'zod'

import { isJsonObject, type JsonObject } from './json.ts'

/** Most tasks of a file. */
const MAX_TASKS = 1_000
/** Most repetitions of a case. */
export const MAX_REPEAT = 100
/** Most cases at the same time. */
export const MAX_AT_ONCE = 100

const name = z.string().trim().min(1).max(100)
const text = z.string().min(1).max(1_000_000)

const jsonSchema = z.custom<JsonObject>(isJsonObject, 'expected a JSON Schema object')

/** A regular expression of JavaScript, with the flags `u` and `m`. */
export const PATTERN_FLAGS = 'um'

const pattern = text.refine(isPattern, 'is no regular expression of JavaScript (flags u and m)')

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, PATTERN_FLAGS) instanceof RegExp
  } catch {
    return false
  }
}

const checkSchema = z.union([
  z.strictObject({ matches: pattern }),
  z.strictObject({ schema: jsonSchema }),
  z.strictObject({ test: text, timeout: z.number().int().min(1).max(86_400).default(600) }),
  z.strictObject({ judge: z.string().min(1).max(300), criteria: text }),
])

const taskSchema = z
  .strictObject({
    name,
    prompt: text,
    system: text.optional(),
    attachments: z.array(z.string().min(1)).max(20).default([]),
    folder: z.string().min(1).optional(),
    commit: z
      .string()
      .regex(/^[\w./][\w./~^@{}+-]*$/, 'is no name of a commit')
      .max(300)
      .optional(),
    checks: z.array(checkSchema).min(1).max(20),
  })
  .superRefine(({ folder, commit, checks }, { addIssue }) => {
    const issue = (path: readonly (string | number)[], message: string): void =>
      addIssue({ code: 'custom', path: [...path], message })
    if (folder !== undefined && commit === undefined) issue(['folder'], 'needs a commit, such as HEAD or a hash')
    if (folder === undefined && commit !== undefined)
      issue(['commit'], 'is the commit of a folder: give the folder too')
    for (const [index, check] of checks.entries())
      if ('test' in check && folder === undefined)
        issue(['checks', index, 'test'], 'runs in the folder of the task: give folder and commit')
  })

/** The file of `ikigai eval` (docs/evaluation.md). */
export const evaluationFileSchema = z
  .strictObject({ name: name.optional(), system: text.optional(), tasks: z.array(taskSchema).min(1).max(MAX_TASKS) })
  .superRefine(({ tasks }, { addIssue }) => {
    const seen = new Set<string>()
    for (const [index, task] of tasks.entries()) {
      if (seen.has(task.name))
        addIssue({ code: 'custom', path: ['tasks', index, 'name'], message: 'is the name of an earlier task' })
      seen.add(task.name)
    }
  })

export type EvaluationFile = z.infer<typeof evaluationFileSchema>
export type EvaluationCheck = Readonly<z.infer<typeof checkSchema>>

/** Returns the JSON Schema of the file, for editors. */
export function evaluationJsonSchema(): unknown {
  return z.toJSONSchema(evaluationFileSchema, { io: 'input', unrepresentable: 'any' })
}
