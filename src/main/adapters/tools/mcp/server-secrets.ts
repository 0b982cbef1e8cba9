import { SHORTEST_SECRET } from '../../../../shared/known-secrets.ts'
import { serverSecrets } from '../../../../shared/tool-server.ts'
import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { PluginServer } from '../../../core/ports/plugin-ports.ts'

/**
 * Returns a function that replaces the secrets of a server's settings by `[secret]`: values of its headers, variables
 * and arguments, and what its addresses contain. Servers repeat them in errors, logs and results, which are recorded and
 * sent to models.
 */
export function hideServerSecrets(config: ToolServerConfig | PluginServer): (text: string) => string {
  const secrets = (config.transport === 'plugin' ? [] : serverSecrets(config))
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text)
}
