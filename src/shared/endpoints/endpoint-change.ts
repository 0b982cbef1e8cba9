import { HIDDEN_VALUE, restoredArguments, shownArguments } from '../hidden-values.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointKind } from './endpoint-kinds.ts'
import { defined } from '../defined.ts'
import { type EndpointEntry, tokenCommandOf } from './endpoint-entry.ts'

/** An endpoint as a window may see it. */
export interface ShownEndpoint {
  readonly entry: EndpointEntry
  readonly name: string
  readonly label: string
  /** Null: the entry lacks one. */
  readonly baseUrl: string | null
  readonly kind: EndpointKind
  /** Whether it is in config.json; otherwise the variable with its key makes it one. */
  readonly isConfigured: boolean
}

export function shownEndpoint({ entry, name, label, baseUrl, kind, isConfigured }: Endpoint): ShownEndpoint {
  return { entry: shownEntry(entry), name, label, baseUrl, kind, isConfigured }
}

/** Returns an entry as a window may see it: without keys, and without the values of headers. */
function shownEntry(entry: EndpointEntry): EndpointEntry {
  const { key, headers, token_command: _command, ...rest } = entry
  const command = tokenCommandOf(entry)
  return {
    ...rest,
    ...defined({
      key: key === undefined ? undefined : HIDDEN_VALUE,
      headers: headers === undefined ? undefined : mapped(headers, () => HIDDEN_VALUE),
      token_command: command === null ? undefined : [...shownArguments(command)],
    }),
  }
}

/** Returns an entry that a window sent, with the secrets of the one that it was shown. */
export function restoredEndpoint(sent: EndpointEntry, known: EndpointEntry | undefined): EndpointEntry {
  const { key, headers, token_command: _command, ...rest } = sent
  const command = tokenCommandOf(sent)
  const before = known === undefined ? [] : (tokenCommandOf(known) ?? [])
  return {
    ...rest,
    ...defined({
      key: key === HIDDEN_VALUE ? known?.key : key,
      headers:
        headers === undefined
          ? undefined
          : mapped(headers, (value, name) => (value === HIDDEN_VALUE ? (known?.headers?.[name] ?? '') : value)),
      token_command: command === null ? undefined : [...restoredArguments(command, before)],
    }),
  }
}

/** Whether an entry has values that its sender was not shown. */
export function hasHidden({ key, headers = {} }: EndpointEntry): boolean {
  return key === HIDDEN_VALUE || Object.values(headers).includes(HIDDEN_VALUE)
}

/** Returns the secrets of endpoints, which no message may repeat. */
export function endpointSecrets(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints.flatMap(({ key, headers }) => [...(key === null ? [] : [key]), ...Object.values(headers)])
}

function mapped(
  values: Readonly<Record<string, string>>,
  map: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
}
