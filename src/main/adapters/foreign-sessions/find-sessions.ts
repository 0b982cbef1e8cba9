import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { FoundTool } from '../../../shared/found-session.ts'
import type { ForeignTool } from '../../../shared/foreign-tools.ts'
import type { FoundSource } from '../../core/ports/foreign-ports.ts'
import { readDatabase } from './read-database.ts'
import { readLines } from './read-text.ts'
import { sessionTables } from './session-tables.ts'

/** What the places of other tools depend on. */
export interface ToolMachine {
  readonly platform: NodeJS.Platform
  readonly homeDirectory: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

interface Place {
  readonly tool: ForeignTool
  /** A folder of files of sessions, or a database. */
  readonly path: string
  /** Which files of the folder are sessions. Missing: `path` is a database. */
  readonly files?: RegExp
}

/** Where the tools keep their sessions, and the variables that move them. */
export function placesOf({ platform, homeDirectory: home, environment: env }: ToolMachine): readonly Place[] {
  const claude = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')
  const codex = env['CODEX_HOME'] || join(home, '.codex')
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share')
  const pi = env['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent')
  const gemini = join(env['GEMINI_CLI_HOME'] || home, '.gemini')
  return [
    { tool: 'claude-code', path: join(claude, 'projects'), files: /\.jsonl$/ },
    { tool: 'codex', path: join(codex, 'sessions'), files: /^rollout-.*\.jsonl$/ },
    { tool: 'codex', path: join(codex, 'archived_sessions'), files: /^rollout-.*\.jsonl$/ },
    { tool: 'opencode', path: join(data, 'opencode', 'opencode.db') },
    { tool: 'pi', path: env['PI_CODING_AGENT_SESSION_DIR'] || join(pi, 'sessions'), files: /\.jsonl$/ },
    { tool: 'gemini-cli', path: join(gemini, 'tmp'), files: /^session-.*\.jsonl?$/ },
    { tool: 'jan', path: join(janData(platform, home, env), 'Jan', 'data', 'threads'), files: /^messages\.jsonl$/ },
    { tool: 'cursor', path: join(editorData(platform, home, env), 'Cursor', 'User', 'globalStorage', 'state.vscdb') },
  ]
}

function editorData(platform: NodeJS.Platform, home: string, env: ToolMachine['environment']): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming')
  return env['XDG_CONFIG_HOME'] || join(home, '.config')
}

function janData(platform: NodeJS.Platform, home: string, env: ToolMachine['environment']): string {
  return platform === 'linux' ? env['XDG_DATA_HOME'] || join(home, '.local', 'share') : editorData(platform, home, env)
}

/** Lists the sessions in these places. A place that is missing or cannot be read is left out. */
export async function* findFiles(places: readonly Place[]): AsyncGenerator<FoundSource> {
  for (const { tool, path, files } of places) {
    if (files === undefined) yield* sessionsIn(tool, path)
    else yield* filesIn(tool, path, files)
  }
}

/** Counts the sessions in these places by tool, without those of sub-agents; those in databases are not counted. */
export async function countSessionFiles(places: readonly Place[]): Promise<readonly FoundTool[]> {
  const counts = new Map<ForeignTool, number | null>()
  for (const { tool, path, files } of places) {
    if (files === undefined) {
      if (
        await stat(path)
          .then((found) => found.isFile())
          .catch(() => false)
      )
        counts.set(tool, null)
      continue
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
    const own = entries.filter((entry) => entry.isFile() && files.test(entry.name) && !isOfSubAgent(entry.parentPath))
    if (own.length > 0) counts.set(tool, (counts.get(tool) ?? 0) + own.length)
  }
  return [...counts].map(([tool, sessions]) => ({ tool, sessions }))
}

function isOfSubAgent(folder: string): boolean {
  return folder.split(/[/\\]/).includes('subagents')
}

/** How much of a file is read to see which session it is, bytes. */
const HEAD = 256 * 1024

async function* filesIn(tool: ForeignTool, folder: string, names: RegExp): AsyncGenerator<FoundSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile() || !names.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const facts = await stat(path).catch(() => null)
    if (facts === null) continue
    const lines = await readLines(createReadStream(path, { encoding: 'utf8', end: HEAD }), HEAD * 2).catch(() => '')
    const whole = typeof lines === 'string' ? [] : lines.filter(({ json }) => json !== null)
    const head = { form: 'lines', lines: whole } as const
    yield { tool, path, changedAt: facts.mtime.toISOString(), bytes: facts.size, head, isWhole: facts.size <= HEAD }
  }
}

async function* sessionsIn(tool: ForeignTool, path: string): AsyncGenerator<FoundSource> {
  const facts = await stat(path).catch(() => null)
  if (facts?.isFile() !== true) return
  const listed = await readDatabase(path, async (query) => sessionTables(query)?.list(query) ?? [])
  if (!listed.ok) return
  for (const { id, name, folder, changedAt } of listed.value) {
    const at = changedAt === null || !(changedAt > 0 && changedAt < 8e15) ? facts.mtime : new Date(changedAt)
    yield { tool, path, changedAt: at.toISOString(), bytes: facts.size, session: { id, name, folder } }
  }
}
