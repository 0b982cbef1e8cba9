import { z } from 'zod'

const text = z.string('must be text').max(10_000)

/** A program that ikigai runs at a certain point, with JSON on its stdin (docs/hooks.md). */
const hookSchema = z.strictObject(
  {
    /**
     * The program and its arguments; no shell. A relative path would be looked up in the agent's folder, where the agent
     * can write.
     */
    command: z
      .array(text)
      .min(1)
      .max(200)
      .refine(([program = '']) => /^([^/\\]+|\/.+|[A-Za-z]:[/\\].+)$/.test(program), {
        message: 'must name its programs by an absolute path, or by a name alone',
      }),
    /** Names of tools; `*` matches any text. Missing: all. */
    tools: z.array(text.min(1)).max(100).optional(),
    /** ms. Missing: a minute. */
    timeout_ms: z.int().positive().max(600_000).optional(),
    /** Whether it runs inside the sandbox, as the commands of agents do: it may then run what the folder contains. Missing: no. */
    inside: z.boolean().optional(),
  },
  'must have lists of hooks with a command (a list of texts), tools, timeout_ms and inside',
)
export type Hook = Readonly<z.infer<typeof hookSchema>>

const hooks = z.array(hookSchema, 'must be an object with lists of hooks').max(50).optional()

/** The setting `hooks`: the programs by the point at which they run, in their order. */
export const hooksSchema = z.strictObject(
  { before_tool: hooks, after_tool: hooks, turn_end: hooks },
  'must be an object with before_tool, after_tool and turn_end',
)
export type Hooks = Readonly<z.infer<typeof hooksSchema>>

/** What holds while the setting is wrong: a hook without a program denies every call. */
export const WRONG_HOOKS: Hooks = { before_tool: [{ command: [] }] }

export type HookPoint = keyof Hooks
