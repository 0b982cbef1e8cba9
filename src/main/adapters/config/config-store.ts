import { isDeepStrictEqual } from 'node:util'

import { type Config, type SettingName, SETTING_NAMES, SETTINGS } from '../../../shared/config.ts'
import type { ConfigChange, ConfigState } from '../../../shared/config-change.ts'
import { learnSecretsIn } from '../../../shared/known-secrets.ts'
import { ok, refuse } from '../../../shared/result.ts'
import type { ConfigStore } from '../../core/ports/config-ports.ts'
import { loadConfig, pathOfConfig, proxyOfEnvironment, updateConfig } from './config-file.ts'
import { serversWithMovedSecrets, visibleConfig, withHiddenValues } from './config-view.ts'

export interface OpenedConfig extends ConfigStore {
  /** Warnings about the file when it was first read. */
  readonly warnings: readonly string[]
}

/**
 * Reads config.json. Changes that are made through the store apply immediately where possible; `onChange` is called
 * after each of them.
 */
export async function openConfig(
  configDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
  onChange: (config: Config) => void = () => undefined,
): Promise<OpenedConfig> {
  const first = await loadConfig(configDirectory, environment)
  const atStart = { ...first.config }
  learnSecretsIn(first.config)
  const config: { -readonly [Key in keyof Config]: Config[Key] } = { ...first.config }
  let { warnings } = first
  // Includes removed entries: one that is added again may contain placeholders for hidden values.
  let everKnown = { toolServers: first.config.toolServers, outsideAgents: first.config.outsideAgents }

  function state(): ConfigState {
    return {
      ...visibleConfig(config),
      path: pathOfConfig(configDirectory),
      warnings,
      databaseFromEnvironment: Boolean(environment.DATABASE_URL),
      proxyFromEnvironment: config.proxy !== null && config.proxy === proxyOfEnvironment(environment),
      needsRestart: SETTING_NAMES.filter((name) => isPending(name)),
    }
  }

  function isPending(name: SettingName): boolean {
    return SETTINGS[name].appliesAt === 'next_start' && !isDeepStrictEqual(config[name], atStart[name])
  }

  return {
    config,
    warnings: first.warnings,
    state,
    async update(change: ConfigChange) {
      const moved = serversWithMovedSecrets(change, everKnown.toolServers)
      if (moved.length > 0) {
        return refuse(`The address of ${moved.join(', ')} leads to another host now. Enter its hidden values again.`)
      }
      const updated = await updateConfig(
        configDirectory,
        withHiddenValues(change, everKnown.toolServers, everKnown.outsideAgents),
      )
      if (!updated.ok) return updated
      const loaded = await loadConfig(configDirectory, environment)
      learnSecretsIn(loaded.config)
      Object.assign(config, loaded.config)
      everKnown = {
        toolServers: { ...everKnown.toolServers, ...loaded.config.toolServers },
        outsideAgents: { ...everKnown.outsideAgents, ...loaded.config.outsideAgents },
      }
      warnings = loaded.warnings
      onChange(config)
      return ok(state())
    },
  }
}
