import { optionsIn } from '../../../../shared/hidden-values.ts'
import { SHORTEST_SECRET } from '../../../../shared/known-secrets.ts'
import { ADDRESS_IN_TEXT, decoded, isSecretName, secretsInAddress } from '../../../../shared/without-password.ts'
import type { ToolServerConfig } from '../../../core/ports/config-ports.ts'
import type { PluginServer } from '../../../core/ports/plugin-ports.ts'

/**
 * Returns a function that replaces the secrets of a server's settings by `[secret]`: values of its headers, variables
 * and arguments, and what its addresses contain. Servers repeat them in errors, logs and results, which are recorded and
 * sent to models.
 */
export function hideServerSecrets(config: ToolServerConfig | PluginServer): (text: string) => string {
  const secrets = secretsOf(config)
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const longestFirst = [...new Set(secrets)].toSorted((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text)
}

function secretsOf(config: ToolServerConfig | PluginServer): readonly string[] {
  if (config.transport === 'http') {
    const { url, headers, oauth } = config
    const { username, password } = new URL(url)
    const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
    return [
      ...secretsInAddress(url),
      ...(username + password === '' ? [] : [basic]),
      ...namedSecrets(headers),
      oauth?.clientSecret ?? '',
    ]
  }
  if (config.transport === 'plugin') return []
  return [...namedSecrets(config.env), ...argumentSecrets(config.args)]
}

function namedSecrets(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [
    ...addressSecrets(value),
    // `Bearer TOKEN`: servers repeat the token alone.
    ...(isSecretName(name) ? [value, ...value.split(/[\s=;,]+/).filter((word) => word !== value)] : []),
  ])
}

function argumentSecrets(args: readonly string[]): readonly string[] {
  const options = optionsIn(args).flatMap(({ name, value }) => (isSecretName(name) ? [value] : []))
  return [...options, ...args.flatMap(addressSecrets)]
}

function addressSecrets(text: string): readonly string[] {
  return (text.match(ADDRESS_IN_TEXT) ?? []).flatMap(secretsInAddress)
}
