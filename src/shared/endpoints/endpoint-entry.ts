import { z } from 'zod'

import { isThisMachine } from '../named-hosts.ts'
import { readAddress } from '../server-address.ts'
import { endpointNameProblem } from './endpoint-model.ts'
import { isPresetName } from './endpoint-presets.ts'
import { quirksSchema } from './endpoint-quirks.ts'
import { CLOUD_AUTHS, CLOUD_LABELS, type CloudAuth, ENDPOINT_KINDS, KEY_HEADERS } from './endpoint-kinds.ts'

const text = z.string('must be text').max(4_000)
const tokens = z.int('must be a whole number').positive('must be more than 0')

/** A model of an endpoint whose list of models is missing or says too little. */
const modelSchema = z.union(
  [
    text.min(1),
    z.strictObject({
      id: text.min(1),
      /** The model of a company whose prices and limits count: an endpoint may have names of its own (deployments). */
      as: text.min(1).optional(),
      context_window: tokens.optional(),
      max_output: tokens.optional(),
    }),
  ],
  'must be a name, or an object with id, as, context_window and max_output',
)

const headerSchema = text
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must have values that can be sent in a header')
  .refine((value) => value.trim() !== '', 'must have values that are not empty')

/** The fields of an entry, each by itself: what a form holds before it is whole. */
export const endpointFieldsSchema = z.strictObject({
  name: z.string('must be text').optional(),
  /** A known service: what it has need not be said again. */
  preset: z.string('must be text').optional(),
  kind: z.enum(ENDPOINT_KINDS, `must be ${ENDPOINT_KINDS.join(', ')}`).optional(),
  base_url: text.optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must have names of headers'), headerSchema).optional(),
  key: text.optional(),
  key_env: z
    .string('must be the name of a variable')
    .regex(/^[^=\0\s]+$/, 'must be the name of a variable')
    .optional(),
  key_header: z.enum(KEY_HEADERS, `must be ${KEY_HEADERS.join(', ')}`).optional(),
  /** A program that prints a token: its words, or one text with spaces between them. */
  token_command: z
    .union([text.min(1), z.array(text.min(1)).min(1).max(100)], 'must be a command: a text, or a list of its words')
    .optional(),
  /** The cloud whose own credentials are used in place of a key. */
  auth: z.enum(CLOUD_AUTHS, `must be ${CLOUD_AUTHS.join(', ')}`).optional(),
  /** The profile of AWS, for `"auth": "aws"`. */
  profile: z
    .string('must be the name of a profile')
    .regex(/^[\w.@+=,/][\w .@+=,/:-]{0,199}$/, 'must be the name of a profile')
    .optional(),
  models: z.array(modelSchema, 'must be a list of models').max(1_000).optional(),
  quirks: quirksSchema.optional(),
  idle_timeout_seconds: tokens.max(86_400, 'must be at most 86400 (a day)').optional(),
})

/** An entry of `endpoints` in config.json, as the user wrote it. */
export const endpointEntrySchema = endpointFieldsSchema.superRefine((entry, context) => {
  const refuse = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message })
  }
  const { preset, name = preset, kind, base_url: address } = entry
  if (preset !== undefined && !isPresetName(preset)) refuse('preset', 'is not one that ikigai knows')
  if (name === undefined) refuse('name', 'must be given')
  const problem = name === undefined ? null : endpointNameProblem(name)
  if (problem !== null) refuse('name', problem)
  if (preset === undefined && kind === undefined) refuse('kind', `must be ${ENDPOINT_KINDS.join(', ')}`)
  if (preset === undefined && address === undefined) refuse('base_url', 'must be given')
  const read = address === undefined ? null : readAddress(address)
  if (read !== null && 'problem' in read) refuse('base_url', read.problem)
  if (entry.auth !== undefined && address !== undefined && !takesTokensOf(entry.auth, address))
    refuse(
      'base_url',
      `must be an address of ${CLOUD_LABELS[entry.auth]} with https, because its tokens go nowhere else`,
    )
  if (entry.auth !== undefined && entry.token_command !== undefined)
    refuse('auth', 'cannot be there together with token_command')
  if (entry.profile !== undefined && entry.auth !== 'aws') refuse('profile', 'counts only with "auth": "aws"')
  const command = entry.token_command
  if (typeof command === 'string' && /["'`$|&;<>\\]/.test(command))
    refuse('token_command', 'must be a list of words if it has quotes or characters of a shell; no shell runs it')
})
export type EndpointEntry = Readonly<z.infer<typeof endpointEntrySchema>>

/** The hosts to which a token of a cloud may be sent; null: any, because a signature of AWS is good for its request alone. */
const TOKEN_HOSTS: Readonly<Record<CloudAuth, RegExp | null>> = {
  google: /(^|\.)googleapis\.com$/,
  azure: /\.azure\.(com|us|cn)$/,
  aws: null,
}

/** Whether an endpoint at an address may be signed in to. A test or a proxy on this machine may. */
function takesTokensOf(auth: CloudAuth, address: string): boolean {
  const read = readAddress(address)
  if ('problem' in read) return false
  const { url } = read
  return isThisMachine(url.hostname) || (url.protocol === 'https:' && (TOKEN_HOSTS[auth]?.test(url.hostname) ?? true))
}

/** Returns the name of an entry. */
export function entryName({ name, preset }: EndpointEntry): string {
  return name ?? preset ?? ''
}

/** Returns the words of the entry's program that prints tokens; null: it has none. */
export function tokenCommandOf({ token_command: command }: EndpointEntry): readonly string[] | null {
  if (command === undefined) return null
  return typeof command === 'string' ? command.trim().split(/\s+/) : command
}

/** The rows of `endpoints` that can be used, and what is wrong with the others: `endpoints[2].name …`. */
export interface ReadEndpoints {
  readonly entries: readonly EndpointEntry[]
  readonly problems: readonly { readonly index: number; readonly message: string }[]
}

/** Reads the rows of `endpoints`. A bad one costs itself alone. No message repeats a value. */
export function readEndpoints(rows: readonly unknown[]): ReadEndpoints {
  const entries: EndpointEntry[] = []
  const problems: { index: number; message: string }[] = []
  const taken = new Map<string, number>()
  rows.forEach((row, index) => {
    const parsed = endpointEntrySchema.safeParse(row)
    if (!parsed.success) {
      problems.push({ index, message: issueText(index, parsed.error) })
      return
    }
    const name = entryName(parsed.data)
    const before = taken.get(name)
    if (before !== undefined) {
      problems.push({ index, message: `endpoints[${index}].name is already that of endpoints[${before}]` })
      return
    }
    taken.set(name, index)
    entries.push(parsed.data)
  })
  return { entries, problems }
}

function issueText(index: number, { issues }: z.ZodError): string {
  const [issue] = issues
  const path = issue?.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('') ?? ''
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const message = unknown === undefined ? (issue?.message ?? 'is not valid') : 'is not a setting of an endpoint'
  return `endpoints[${index}]${path}${unknown === undefined ? '' : `.${unknown}`} ${message}`
}
