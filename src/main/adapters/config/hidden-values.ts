import { HIDDEN_VALUE, type ConfigChange, type ToolServerEntry } from '../../../shared/config-state.ts'
import type { ToolServerConfig } from '../../core/ports.ts'

type Texts = Readonly<Record<string, string>>

/** The names stay, the values may be secrets. */
export function hidden(values: Texts): Texts {
  return Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN_VALUE]))
}

/** Puts the values back that a person was not shown and did not change. */
export function withHiddenValues(
  { toolServers, ...change }: ConfigChange,
  known: Readonly<Record<string, ToolServerConfig>>,
): ConfigChange {
  if (toolServers === undefined) return change
  const entries = Object.entries(toolServers).map(([name, entry]): readonly [string, ToolServerEntry | null] => [
    name,
    entry && restored(entry, known[name]),
  ])
  return { ...change, toolServers: Object.fromEntries(entries) }
}

function restored(entry: ToolServerEntry, known: ToolServerConfig | undefined): ToolServerEntry {
  if ('url' in entry) {
    const values = known?.transport === 'http' ? known.headers : {}
    return entry.headers === undefined ? entry : { ...entry, headers: shown(entry.headers, values) }
  }
  const values = known?.transport === 'stdio' ? known.env : {}
  return entry.env === undefined ? entry : { ...entry, env: shown(entry.env, values) }
}

function shown(values: Texts, known: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === HIDDEN_VALUE ? (known[name] ?? '') : value]),
  )
}
