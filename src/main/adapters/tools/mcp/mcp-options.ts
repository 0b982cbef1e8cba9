import type { PluginServer } from '../../../core/ports/plugin-ports.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import type { SecretStore } from '../../../core/ports/config-ports.ts'
import type { AskForServer } from '../../../core/ports/tool-ports.ts'
import type { OutputLimits } from '../output-collector.ts'
import { type ConnectOptions } from './connect-server.ts'

export interface McpOptions extends OutputLimits {
  /** Environment of started programs, without keys. */
  readonly environment: Readonly<Record<string, string>>
  readonly clientVersion: string
  /** Returns the sandbox for programs that start now; null: they are not confined. */
  readonly sandbox: () => Sandbox | null
  /** As `ConnectOptions.placePlugin`; missing: the servers are none of plugins. */
  readonly placePlugin?: ConnectOptions['placePlugin']
  /** Where logins to servers are kept; missing: no sign-in is possible. */
  readonly secrets?: SecretStore
  /** Pause before the second start, ms; it doubles up to a minute. */
  readonly firstPauseMs?: number
  /** How long a call may send nothing, ms. */
  readonly callTimeoutMs?: number
  /** How long a turn waits for servers that start, and a call for one that starts again, ms. */
  readonly readyWithinMs?: number
  /** Time limit for validating a call's arguments with the server's schema, ms. */
  readonly checkTimeoutMs?: number
}

/** Where nobody can be asked. */
export const DECLINES: AskForServer = async () => ({ action: 'decline' })

export function notOfPlugin(): Promise<never> {
  return Promise.reject(new Error('servers of plugins are not started here'))
}

/** An allowance holds for one server of one plugin as it is now. */
export function pluginServerOrigin({ plugin, name, sha256 }: PluginServer): string {
  return `${plugin.path}, ${name}, ${sha256}`
}
