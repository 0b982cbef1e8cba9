import { z } from 'zod'

import { installersOf } from './lock-files.ts'
import { quotedWord } from './shell-word.ts'

/** How a new worktree of a project is made ready (docs/behaviour/changes.md#set-up). */
interface WorktreeSetup {
  /** Command lines for bash, in order, each in the top folder of the worktree. */
  readonly commands: readonly string[]
  /** Files and folders that git ignores and that are copied, as patterns of `.gitignore`. */
  readonly copy: readonly string[]
  /** Hosts that the commands may reach, as in `sandbox_domains`: `NAME`, `NAME:PORT` or `*.NAME`. */
  readonly network: readonly string[]
  /** Command lines for bash, in order, each in the top folder of the worktree, before it is removed. */
  readonly teardown: readonly string[]
}

/** A file of a project that says how its worktrees are made ready. */
export interface SetupFile {
  /** Relative to the top of the repository. */
  readonly path: string
  readonly text: string
  /** What it says as JSON with comments. Missing: it is no such file, or damaged. */
  readonly value?: unknown
}

/** What a project says, and whether the user has confirmed it. */
export interface WorktreeSetupState extends WorktreeSetup {
  /** The top of the repository: absolute, symlinks resolved. */
  readonly project: string
  /** The files that it comes from. Empty: ikigai proposes it from the project's lock files. */
  readonly sources: readonly string[]
  /** Identifies these bytes; a confirmation holds for them alone. */
  readonly digest: string
  /** `none`: there is nothing to do. `changed`: other bytes were confirmed before. */
  readonly state: 'none' | 'unconfirmed' | 'changed' | 'confirmed'
}

const NOTHING: WorktreeSetup = { commands: [], copy: [], network: [], teardown: [] }

const lines = z.union([z.string(), z.array(z.string())])
const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  (typeof value === 'string' ? [value] : (value ?? [])).filter((line) => line.trim() !== '')

/** `*` alone, or in another place, would be more than what a user reads in it. */
const host = z.string().regex(/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$/i)
const own = z.strictObject({
  setup: lines.optional(),
  copy: lines.optional(),
  network: z.union([host, z.array(host)]).optional(),
  teardown: lines.optional(),
})
const superset = z.looseObject({ setup: lines.optional(), teardown: lines.optional() })
const cursor = z.looseObject({ 'setup-worktree': lines.optional(), 'setup-worktree-unix': lines.optional() })
const conductor = z.looseObject({
  scripts: z.looseObject({ setup: lines.optional(), archive: lines.optional() }).optional(),
})
const devcontainer = z.looseObject({
  postCreateCommand: z.union([lines, z.record(z.string(), lines)]).optional(),
})

const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : quotedWord(word))

/** A text is a line for a shell, a list is one program with its arguments (containers.dev, lifecycle scripts). */
const containerLine = (command: string | readonly string[]): string =>
  typeof command === 'string' ? command : command.map(quoted).join(' ')

function containerLines(command: z.infer<typeof devcontainer>['postCreateCommand']): readonly string[] {
  if (command === undefined) return []
  const all = typeof command === 'string' || Array.isArray(command) ? [command] : Object.values(command)
  return listed(all.map(containerLine))
}

/** Cursor takes a list of commands, or the path of a script beside its file. */
function cursorLines(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? listed(`bash ${quoted(`.cursor/${value}`)}`) : listed(value)
}

type Reader = (value: unknown) => WorktreeSetup | null

/** Reads a value with a schema. Null: it has another form. */
function reader<T>(schema: z.ZodType<T>, setupOf: (value: T) => Partial<WorktreeSetup>): Reader {
  return (value) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? { ...NOTHING, ...setupOf(parsed.data) } : null
  }
}

/** The files that are read, the more specific ones first. The first one with commands counts; `.worktreeinclude` is added. */
const READERS: Readonly<Record<string, Reader>> = {
  '.ikigai/worktree.json': reader(own, ({ setup, copy, network, teardown }) => ({
    commands: listed(setup),
    copy: listed(copy),
    network: listed(network).map((name) => name.toLowerCase()),
    teardown: listed(teardown),
  })),
  '.superset/config.json': reader(superset, ({ setup, teardown }) => ({
    commands: listed(setup),
    teardown: listed(teardown),
  })),
  '.cursor/worktrees.json': reader(cursor, (value) => ({
    commands: cursorLines(value['setup-worktree-unix'] ?? value['setup-worktree']),
  })),
  'conductor.json': reader(conductor, ({ scripts }) => ({
    commands: listed(scripts?.setup),
    teardown: listed(scripts?.archive),
  })),
  '.devcontainer/devcontainer.json': reader(devcontainer, (value) => ({
    commands: containerLines(value.postCreateCommand),
  })),
  '.devcontainer.json': reader(devcontainer, (value) => ({ commands: containerLines(value.postCreateCommand) })),
}

const OWN_FILE = '.ikigai/worktree.json'
const INCLUDE_FILE = '.worktreeinclude'

/** The paths of all files that are read. */
export const SETUP_PATHS: readonly string[] = [...Object.keys(READERS), INCLUDE_FILE]

interface ProjectSetup extends WorktreeSetup {
  readonly sources: readonly string[]
  /** A file that could not be read. Missing: all could. */
  readonly damaged?: string
}

/**
 * Returns how the worktrees of a project are made ready: what its files say, or a proposal from the lock files in its top
 * folder. Files of other tools name no hosts, so theirs are those of the lock files. Nothing of it counts before a user has
 * confirmed it.
 */
export function projectSetup(files: readonly SetupFile[], names: readonly string[]): ProjectSetup {
  const fileOf = (path: string): SetupFile | undefined => files.find((file) => file.path === path)
  const include = fileOf(INCLUDE_FILE)?.text
  const copy = (include ?? '').split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const proposed = installersOf(names)
  for (const [path, read] of Object.entries(READERS)) {
    const file = fileOf(path)
    if (file === undefined) continue
    const found = read(file.value)
    if (found === null) return { ...NOTHING, sources: [path], damaged: path }
    if (path !== OWN_FILE && found.commands.length === 0 && found.teardown.length === 0) continue
    const sources = include === undefined ? [path] : [path, INCLUDE_FILE]
    const network = path === OWN_FILE ? found.network : proposed.hosts
    return { ...found, copy: [...new Set([...found.copy, ...copy])], network, sources }
  }
  const sources = include === undefined ? [] : [INCLUDE_FILE]
  return { ...NOTHING, commands: proposed.commands, copy, network: proposed.hosts, sources }
}

const confirmedSchema = z.record(z.string(), z.string())

/** Parses the digests that users confirmed, by project; null if the value has another form. */
export function parseConfirmedSetups(stored: unknown): Readonly<Record<string, string>> | null {
  return confirmedSchema.safeParse(stored).data ?? null
}
