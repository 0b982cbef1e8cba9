import { toBase64 } from './base64.ts'
import { ADDRESS_IN_TEXT, decoded, isSecretName, secretsInAddress, withoutPassword } from './without-password.ts'

/** Shown in place of a secret value. A client that sends it back leaves the value unchanged. */
export const HIDDEN_VALUE = '••••••'

/** An option of a command line with its value: `--name=VALUE`, or `--name VALUE`. */
export interface OptionValue {
  readonly name: string
  readonly value: string
  /** The index of the argument that contains the value. */
  readonly index: number
}

export function optionsIn(args: readonly string[]): readonly OptionValue[] {
  return args.flatMap((argument, index): readonly OptionValue[] => {
    const [, name, value] = /^-{1,2}([\w-]+)(?:=(.*))?$/s.exec(argument) ?? []
    if (name === undefined) return []
    if (value !== undefined) return [{ name, value, index }]
    const next = args[index + 1]
    return next === undefined || next.startsWith('-') ? [] : [{ name, value: next, index: index + 1 }]
  })
}

/** Returns arguments in a form that may be shown: values of secret options are hidden, addresses are without passwords. */
export function shownArguments(args: readonly string[]): readonly string[] {
  const secrets = new Map(
    optionsIn(args).flatMap(({ name, value, index }) => (isSecretName(name) && value !== '' ? [[index, value]] : [])),
  )
  return args.map((argument, index) => {
    const secret = secrets.get(index)
    if (secret !== undefined) return argument.slice(0, argument.length - secret.length) + HIDDEN_VALUE
    return argument.replaceAll(ADDRESS_IN_TEXT, withoutPassword)
  })
}

/** Returns the arguments that a client sent back, with the secrets of those that it was shown. */
export function restoredArguments(sent: readonly string[], known: readonly string[]): readonly string[] {
  const shown = shownArguments(known)
  return sent.map((argument, index) => (shown[index] === argument ? (known[index] ?? argument) : argument))
}

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
