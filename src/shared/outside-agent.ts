import { HIDDEN_VALUE, restoredArguments, shownArguments } from './hidden-values.ts'
import { z } from 'zod'

import type { ModelName } from './agent-summary.ts'
import { wireModelName } from './model-spec.ts'
import { OUTSIDE } from './providers.ts'
import { defined } from './defined.ts'

/** A program that is offered without knowing how to start it. */
interface KnownAgent {
  readonly label: string
  readonly command: string
  readonly args: readonly string[]
  /** The mode in which it asks the user, if its own default lets a model decide what may run. */
  readonly askingMode?: string
}

/**
 * Programs that speak the Agent Client Protocol, by the name that they get. Versions are pinned: a new one is used when
 * the user changes the entry. Verified in November 2026.
 */
export const KNOWN_AGENTS: Readonly<Record<string, KnownAgent>> = {
  claude: {
    label: 'Claude Code',
    command: 'npx',
    args: ['-y', '@agentclientprotocol/claude-agent-acp@0.100.0'],
  },
  codex: {
    label: 'Codex',
    command: 'npx',
    args: ['-y', '@agentclientprotocol/codex-acp@2.6.0'],
    askingMode: 'workspace-write',
  },
  gemini: { label: 'Gemini CLI', command: 'npx', args: ['-y', '@google/gemini-cli@0.61.0', '--acp'] },
  opencode: { label: 'opencode', command: 'npx', args: ['-y', 'opencode-ai@1.18.33', 'acp'] },
}

/** A program that is configured or known, and whether it can be started on this machine. */
export interface OutsideProgram {
  /** The name of its entry. */
  readonly name: string
  readonly label: string
  readonly isConfigured: boolean
  /** What it is started with: the command and its arguments. */
  readonly start: readonly string[]
  /** Whether the command is there. A program that `npx` starts is fetched at its first start. */
  readonly isFound: boolean
  /** The version that the arguments name; null: they name none. */
  readonly version: string | null
}

const text = z.string('must be text').max(10_000)

/** An entry of `outside_agents`. */
export const outsideAgentSchema = z.strictObject(
  {
    command: text.min(1),
    args: z.array(text).max(200).optional(),
    env: z.record(z.string().max(500), text).optional(),
    /** Its own settings, by their ids in the protocol: `mode`, `model`. */
    options: z.record(z.string().max(200), z.union([text, z.boolean()])).optional(),
    /** False: it is not told of the MCP servers of `mcp_servers`. */
    mcp_servers: z.boolean().optional(),
  },
  'must have a command, with args, env, options and mcp_servers',
)
export type OutsideAgent = Readonly<z.infer<typeof outsideAgentSchema>>

/** The entries of `outside_agents`, by name. */
export type OutsideAgentEntries = Readonly<Record<string, OutsideAgent>>
export const outsideAgentsSchema: z.ZodType<OutsideAgentEntries> = z.record(
  z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must have names of lower-case letters, digits, - and _'),
  outsideAgentSchema,
  'must be an object of agents',
)

/** Returns the name of a program in its own spelling; else the name of its entry. */
export function outsideAgentLabel(name: string): string {
  return (Object.hasOwn(KNOWN_AGENTS, name) ? KNOWN_AGENTS[name]?.label : undefined) ?? name
}

/** The entry that a model of an outside agent belongs to: `claude` of `claude/opus`. */
export function outsideEntryOf(model: string): string {
  return model.split('/')[0] ?? model
}

/** Returns the name of the program that answers for an agent; null: a model answers. */
export function outsideProgramOf(choice: ModelName | null): string | null {
  return choice?.provider === OUTSIDE ? outsideAgentLabel(outsideEntryOf(wireModelName(choice))) : null
}

/** Without the values of variables and secret options, which may be keys. */
export function maskOutsideAgents(agents: OutsideAgentEntries): OutsideAgentEntries {
  return mapAgents(agents, ({ env, args }) =>
    defined({
      env: env === undefined ? undefined : mapValues(env, () => HIDDEN_VALUE),
      args: args === undefined ? undefined : [...shownArguments(args)],
    }),
  )
}

/** Restores what was masked and a window sent back as it was shown it. */
export function unmaskOutsideAgents(sent: OutsideAgentEntries, known: OutsideAgentEntries): OutsideAgentEntries {
  return mapAgents(sent, ({ env, args }, name) => {
    const before = known[name]
    const variable = (value: string, key: string) => (value === HIDDEN_VALUE ? (before?.env?.[key] ?? '') : value)
    return defined({
      env: env === undefined ? undefined : mapValues(env, variable),
      args: args === undefined ? undefined : [...restoredArguments(args, before?.args ?? [])],
    })
  })
}

function mapAgents(
  agents: OutsideAgentEntries,
  changed: (agent: OutsideAgent, name: string) => Partial<OutsideAgent>,
): OutsideAgentEntries {
  return Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => [name, { ...agent, ...changed(agent, name) }]),
  )
}

function mapValues(
  values: Readonly<Record<string, string>>,
  map: (value: string, key: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}
