import { isDeepStrictEqual } from 'node:util'

import type { ConfigChange, ConfigState } from '../../../shared/config-state.ts'
import { ok } from '../../../shared/result.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import type { Config, ConfigStore } from '../../core/ports.ts'
import { loadConfig, pathOfConfig, proxyOfEnvironment, updateConfig } from './config-file.ts'
import { configState } from './config-state.ts'
import { withHiddenValues } from './hidden-values.ts'

/** Keys that are looked at when the engine starts, and not again. */
const AT_START = ['databaseUrl', 'workspace'] as const

export interface OpenedConfig extends ConfigStore {
  /** What was wrong in the file when it was read first. */
  readonly warnings: readonly string[]
}

/** Reads config.json; `onChange` hears of each update after it was made. Changes that are made through the store hold at once where they can. */
export async function openConfig(
  configDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
  onChange: (config: Config) => void = () => undefined,
): Promise<OpenedConfig> {
  const first = await loadConfig(configDirectory, environment)
  const atStart = { ...first.config }
  const config: { -readonly [Key in keyof Config]: Config[Key] } = { ...first.config }
  let { warnings } = first
  // Also of servers that were taken out: one that is put back may bring values that were never shown.
  let everKnown = first.config.toolServers

  function state(): ConfigState {
    return {
      ...configState(config),
      path: pathOfConfig(configDirectory),
      warnings,
      databaseFromEnvironment: Boolean(environment.DATABASE_URL),
      proxy: config.proxy === null ? null : withoutPassword(config.proxy),
      proxyFromEnvironment: config.proxy !== null && config.proxy === proxyOfEnvironment(environment),
      needsRestart: AT_START.filter((key) => !isDeepStrictEqual(config[key], atStart[key])),
    }
  }

  return {
    config,
    warnings: first.warnings,
    state,
    async update(change: ConfigChange) {
      const updated = await updateConfig(configDirectory, withHiddenValues(change, everKnown))
      if (!updated.ok) return updated
      const loaded = await loadConfig(configDirectory, environment)
      Object.assign(config, loaded.config)
      everKnown = { ...everKnown, ...loaded.config.toolServers }
      warnings = loaded.warnings
      onChange(config)
      return ok(state())
    },
  }
}
