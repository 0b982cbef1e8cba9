import { toBase64 } from './base64.ts'
import { optionsIn } from './hidden-values.ts'
import { ADDRESS_IN_TEXT, decoded, isSecretName, secretsInAddress } from './without-password.ts'

/** Returns the secrets in variables or headers: the values of those with names of secrets, and what addresses contain. */
export function namedSecrets(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [
    ...secretsInText(value),
    // `Bearer TOKEN`: servers repeat the token alone.
    ...(isSecretName(name) ? [value, ...value.split(/[\s=;,]+/).filter((word) => word !== value)] : []),
  ])
}

/** Returns the secrets in the arguments of a program: the values of options with such names, and what addresses contain. */
export function argumentSecrets(args: readonly string[]): readonly string[] {
  const options = optionsIn(args).flatMap(({ name, value }) => (isSecretName(name) ? [value] : []))
  return [...options, ...args.flatMap(secretsInText)]
}

/** Returns the secrets in the address of a server, also in the form in which a header of Basic authorization has them. */
export function secretsOfServerAddress(address: string): readonly string[] {
  const { username, password } = new URL(address)
  const basic = toBase64(new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`))
  return [...secretsInAddress(address), ...(username + password === '' ? [] : [basic])]
}

function secretsInText(text: string): readonly string[] {
  return (text.match(ADDRESS_IN_TEXT) ?? []).flatMap(secretsInAddress)
}
