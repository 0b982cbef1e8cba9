import { HIDDEN_VALUE, restoredArguments, shownArguments } from '../hidden-values.ts'
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { isSecretName } from '../without-password.ts'
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

/** Returns an entry as a window may see it: without keys, the values of headers, and fields with names of secrets. */
function shownEntry(entry: EndpointEntry): EndpointEntry {
  const { key, headers, token_command: _command, quirks, ...rest } = entry
  const command = tokenCommandOf(entry)
  return {
    ...rest,
    ...defined({
      key: key === undefined ? undefined : HIDDEN_VALUE,
      headers: headers === undefined ? undefined : mapped(headers, () => HIDDEN_VALUE),
      token_command: command === null ? undefined : [...shownArguments(command)],
      quirks: withFields(quirks, (fields) => changedSecrets(fields, () => HIDDEN_VALUE)),
    }),
  }
}

/** Returns an entry that a window sent, with the secrets of the one that it was shown. */
export function restoredEndpoint(sent: EndpointEntry, known: EndpointEntry | undefined): EndpointEntry {
  const { key, headers, token_command: _command, quirks, ...rest } = sent
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
      quirks: withFields(quirks, (fields) =>
        changedSecrets(fields, (value, path) =>
          value === HIDDEN_VALUE ? (textAt(known?.quirks?.extra_body, path) ?? '') : value,
        ),
      ),
    }),
  }
}

/** Whether an entry has values that its sender was not shown. */
export function hasHidden(entry: EndpointEntry): boolean {
  const { key, headers = {}, quirks } = entry
  const texts = [key, ...Object.values(headers), ...secretsIn(quirks?.extra_body), ...(tokenCommandOf(entry) ?? [])]
  return texts.some((text) => text?.includes(HIDDEN_VALUE))
}

/** Returns the secrets of endpoints, which no message may repeat. */
export function endpointSecrets(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints.flatMap(({ key, headers, quirks }) => [
    ...(key === null ? [] : [key]),
    ...Object.values(headers),
    ...secretsIn(quirks.extra_body),
  ])
}

function withFields(
  quirks: EndpointEntry['quirks'],
  change: (fields: JsonObject) => JsonObject,
): EndpointEntry['quirks'] {
  return quirks?.extra_body === undefined ? quirks : { ...quirks, extra_body: change(quirks.extra_body) }
}

type ChangeSecret = (value: string, path: readonly (string | number)[]) => string

/** Returns fields with other values of those that have names of secrets. */
function changedSecrets(fields: JsonObject, change: ChangeSecret, path: readonly (string | number)[] = []): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, changedSecret(value, change, [...path, name])]),
  )
}

function changedSecret(value: JsonValue, change: ChangeSecret, path: readonly (string | number)[]): JsonValue {
  if (isJsonObject(value)) return changedSecrets(value, change, path)
  if (isJsonList(value)) return value.map((item, index) => changedSecret(item, change, [...path, index]))
  const name = path.findLast((step) => typeof step === 'string')
  return typeof value === 'string' && isSecretName(name ?? '') ? change(value, path) : value
}

function secretsIn(fields: JsonObject = {}): readonly string[] {
  const found: string[] = []
  changedSecrets(fields, (value) => {
    found.push(value)
    return value
  })
  return found
}

function textAt(fields: JsonValue | undefined, path: readonly (string | number)[]): string | null {
  const found = path.reduce<JsonValue | undefined>((value, step) => {
    if (isJsonList(value)) return typeof step === 'number' ? value[step] : undefined
    return isJsonObject(value) && typeof step === 'string' && Object.hasOwn(value, step) ? value[step] : undefined
  }, fields)
  return typeof found === 'string' ? found : null
}

function mapped(
  values: Readonly<Record<string, string>>,
  map: (value: string, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
}
