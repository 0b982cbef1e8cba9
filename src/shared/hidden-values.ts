import { ADDRESS_IN_TEXT, isSecretName, withoutPassword } from './without-password.ts'

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
