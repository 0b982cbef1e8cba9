import { z } from 'zod'

import type { EntriesRow } from './config-entries.ts'
import { defined } from './defined.ts'
import {
  argumentSecrets,
  HIDDEN_VALUE,
  namedSecrets,
  restoredArguments,
  secretsOfServerAddress,
  shownArguments,
} from './hidden-values.ts'
import type { JsonValue } from './json.ts'
import { withoutPassword } from './without-password.ts'

/** An option of an MCP server. Its key in `mcp_servers` is its name in the tables below. */
interface ServerOption<Sent extends z.ZodType, File extends z.ZodType> {
  /** Of the value as a window or the command line sends it. */
  readonly sent: Sent
  /** Of the value in config.json, as engines use it; undefined: they need not know. The messages complete `mcp_servers.NAME …`. */
  readonly file: File
  /** What says the same as a missing option, so that it is left out. Null: the option must be given. */
  readonly unset: JsonValue
  /** Returns what a window may see: without secrets, in the form in which it is sent back. */
  shown(value: NonNullable<z.infer<File>>): z.infer<Sent>
  /** Returns a sent value with the secrets that the window was not shown. `known`: the value until now. */
  restored(sent: NonNullable<z.infer<Sent>>, known: z.infer<File> | undefined): z.infer<Sent>
  /** Returns what is removed from texts of the server, because it repeats what it was given. */
  secrets(value: NonNullable<z.infer<File>>): readonly string[]
}

type ServerOptions = Readonly<Record<string, ServerOption<z.ZodType, z.ZodType>>>

function option<Sent extends z.ZodType, File extends z.ZodType>(
  row: ServerOption<Sent, File>,
): ServerOption<Sent, File> {
  return row
}

/** How ikigai presents itself where a server asks for a login. Missing parts: it registers by itself. */
export interface OAuthSettings {
  /** As it was registered there by hand. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** An https address of a document that describes ikigai as a client. */
  readonly clientMetadataUrl?: string
}

const sentText = z.string().max(10_000)
const sentTexts = z.record(z.string().max(500), sentText)
const text = z.string('must be text')
const texts = z.record(z.string(), text, 'must be an object of strings').default({})

/** A value without secrets. */
const PLAIN = { shown: <T>(value: T): T => value, restored: <T>(sent: T): T => sent, secrets: () => [] }

/** Texts by name, all of which may be secrets. */
const SECRETS = option({
  sent: sentTexts.optional(),
  file: texts,
  unset: {},
  shown: hiddenValues,
  restored: (sent, known) => restoredValues(sent, known ?? {}),
  secrets: namedSecrets,
})

const SWITCH = option({
  ...PLAIN,
  sent: z.boolean().optional(),
  file: z
    .boolean()
    .default(false)
    .transform((isOn) => isOn || undefined),
  unset: false,
})

const COMMON = {
  /** `ikigai run` fails if the server is missing. */
  required: SWITCH,
  /** It is kept, and neither started nor connected to. */
  disabled: SWITCH,
}

/** The options of a server that is a program. */
const PROGRAM = {
  command: option({ ...PLAIN, sent: sentText.min(1), file: text.min(1), unset: null }),
  args: option({
    sent: z.array(sentText).optional(),
    file: z.array(text).readonly().default([]),
    unset: [],
    shown: (args) => [...shownArguments(args)],
    restored: (sent, known) => [...restoredArguments(sent, known ?? [])],
    secrets: argumentSecrets,
  }),
  env: SECRETS,
  cwd: option({ ...PLAIN, sent: sentText.optional(), file: text.min(1).optional(), unset: '' }),
  /** False: the program runs outside the sandbox. */
  sandbox: option({
    ...PLAIN,
    sent: z.boolean().optional(),
    file: z
      .boolean()
      .default(true)
      .transform((isConfined) => (isConfined ? undefined : isConfined)),
    unset: true,
  }),
  ...COMMON,
}

/** The options of a server at an address. */
const ADDRESS = {
  url: option({
    sent: sentText.min(1),
    file: z.url({ protocol: /^https?$/ }),
    unset: null,
    shown: withoutPassword,
    restored: (sent, known) => (known !== undefined && sent === withoutPassword(known) ? known : sent),
    secrets: secretsOfServerAddress,
  }),
  headers: SECRETS,
  oauth: option({
    sent: sentTexts.optional(),
    file: z
      .object(
        {
          client_id: text.min(1).optional(),
          client_secret: text.min(1).optional(),
          client_metadata_url: z.url({ protocol: /^https$/ }).optional(),
        },
        'must have an oauth object with client_id, client_secret or client_metadata_url',
      )
      .transform(
        ({ client_id: clientId, client_secret: clientSecret, client_metadata_url: clientMetadataUrl }): OAuthSettings =>
          defined({ clientId, clientSecret, clientMetadataUrl }),
      )
      .optional(),
    unset: {},
    shown: ({ clientId, clientSecret, clientMetadataUrl }): Record<string, string> =>
      defined({
        client_id: clientId,
        client_secret: clientSecret === undefined ? undefined : HIDDEN_VALUE,
        client_metadata_url: clientMetadataUrl,
      }),
    restored: (sent, known) => restoredValues(sent, { client_secret: known?.clientSecret ?? '' }),
    secrets: ({ clientSecret }) => (clientSecret === undefined ? [] : [clientSecret]),
  }),
  ...COMMON,
}

const optionsOf = (server: object): ServerOptions => ('url' in server ? ADDRESS : PROGRAM)

/** An entry of `mcp_servers` as a user writes it. */
export const toolServerEntrySchema = z.union([
  z.strictObject(shapeOf(PROGRAM, 'sent')),
  z.strictObject(shapeOf(ADDRESS, 'sent')),
])
export type ToolServerEntry = Readonly<z.infer<typeof toolServerEntrySchema>>

const fileSchema = z.union(
  [
    z.object(shapeOf(PROGRAM, 'file')).transform((values) => ({ transport: 'stdio' as const, ...defined(values) })),
    z.object(shapeOf(ADDRESS, 'file')).transform((values) => ({ transport: 'http' as const, ...defined(values) })),
  ],
  'must have a command (with args, env and cwd) or an http(s) url (with headers)',
)
/** An entry of `mcp_servers`: a program to start, or an address to connect to. */
export type ToolServerConfig = Readonly<z.infer<typeof fileSchema>>

/** The format that MCP clients share. */
export const TOOL_SERVERS: EntriesRow<ToolServerConfig, ToolServerEntry> = {
  key: 'mcp_servers',
  // The name is part of the tool names that models see: `server__tool`.
  names: /^[A-Za-z0-9_-]{1,40}$/,
  fields: [...new Set([...Object.keys(PROGRAM), ...Object.keys(ADDRESS)])],
  schema: fileSchema,
  show: shownServer,
}

function shownServer(server: ToolServerConfig): ToolServerEntry
function shownServer({ transport: _transport, ...values }: ToolServerConfig): object {
  return tidied(mapOptions(values, ({ shown }, value) => shown(value)))
}

/** Returns the entry without options that say the same as missing ones, which config.json does not need. */
export function tidyServer(server: ToolServerEntry): ToolServerEntry
export function tidyServer(server: ToolServerEntry): object {
  return tidied(server)
}

/** Returns an entry that a window sent with the secrets that it was not shown. `known`: the server until now. */
export function restoredServer(entry: ToolServerEntry, known: ToolServerConfig | undefined): ToolServerEntry
export function restoredServer(entry: ToolServerEntry, known: ToolServerConfig | undefined): object {
  const before = new Map(known !== undefined && 'url' in known === 'url' in entry ? Object.entries(known) : [])
  return mapOptions(entry, ({ restored }, value, name) => restored(value, before.get(name)))
}

/** Returns what is removed from texts of a server: the secrets among its options. */
export function serverSecrets({ transport: _transport, ...values }: ToolServerConfig): readonly string[] {
  const options = optionsOf(values)
  const given: readonly [string, unknown][] = Object.entries(values)
  return given.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : (options[name]?.secrets(value) ?? []),
  )
}

/** Whether a window sends secrets back as they were shown. */
export function hasHiddenValues(entry: ToolServerEntry): boolean {
  return JSON.stringify(entry).includes(JSON.stringify(HIDDEN_VALUE))
}

/** Returns the servers that are not switched off. */
export function enabledServers(
  servers: Readonly<Record<string, ToolServerConfig>>,
): Readonly<Record<string, ToolServerConfig>> {
  return Object.fromEntries(Object.entries(servers).filter(([, { disabled }]) => disabled !== true))
}

function tidied(entry: object): object {
  const options = optionsOf(entry)
  const given = Object.entries(entry).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(options[name]?.unset ?? null),
  )
  return Object.fromEntries(given)
}

type OptionMap<Value> = (row: ServerOption<z.ZodType, z.ZodType>, value: Value, name: string) => unknown

function mapOptions(server: object, map: OptionMap<NonNullable<unknown>>): object {
  const options = optionsOf(server)
  const given: readonly [string, unknown][] = Object.entries(server)
  const entries = given.map(([name, value]): readonly [string, unknown] => {
    const row = options[name]
    return [name, row === undefined || value === undefined || value === null ? value : map(row, value, name)]
  })
  return Object.fromEntries(entries)
}

/** Returns the schemas of an object with these options. */
function shapeOf<const O extends ServerOptions, Part extends 'sent' | 'file'>(
  options: O,
  part: Part,
): { readonly [K in keyof O]: O[K][Part] }
function shapeOf(options: ServerOptions, part: 'sent' | 'file'): object {
  return Object.fromEntries(Object.entries(options).map(([name, row]) => [name, row[part]]))
}

/** Returns the names, with a placeholder for each value. */
function hiddenValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN_VALUE]))
}

function restoredValues(
  values: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === HIDDEN_VALUE ? (known[name] ?? '') : value]),
  )
}
