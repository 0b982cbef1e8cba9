import { ORPCError } from '@orpc/server'

import type { ApprovalAnswer, NewApprovalRule } from '../../shared/approval.ts'
import type { ConfigChange } from '../../shared/config.ts'
import { CONFIRMATION_NEEDED } from '../../shared/confirmation.ts'
import { err, type Result } from '../../shared/result.ts'

/**
 * Something that starts programs, or says where keys and words are sent. Whoever can speak to the engine is not yet
 * trusted with it.
 */
export interface ProtectedAct {
  /** What is about to be done, for a person. */
  readonly words: string
  /** Each such act is confirmed by itself; otherwise one confirmation holds for as long as the window is open. */
  readonly isAlone: boolean
}

/** How the person behind one connection confirms, in a place that the connection itself cannot reach. */
export interface Confirmation {
  /** `needed`: the person was asked elsewhere, and the answer goes to `give`. */
  check(act: ProtectedAct): Promise<'granted' | 'refused' | 'needed'>
  /** Answers what proves later connections of the same window to be confirmed; null: nothing does. */
  give(code: string): Result<string | null>
}

/** Goes on where the act is confirmed; the client is told otherwise (shared/confirmation.ts). */
export async function confirmed<T>(
  confirmation: Confirmation,
  act: ProtectedAct | null,
  carryOut: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const state = act === null ? 'granted' : await confirmation.check(act)
  if (state === 'granted') return carryOut()
  if (state === 'needed') throw new ORPCError(CONFIRMATION_NEEDED, { status: 403, message: act?.words ?? '' })
  return err({ category: 'REFUSED', message: 'This was not confirmed. Nothing was changed.', retryable: false })
}

/**
 * Settings that start nothing and send nothing anywhere. Any other, also one that comes later, is confirmed; but not its
 * end, after which the default holds again.
 */
const HARMLESS: ReadonlySet<string> = new Set(['defaultProvider', 'maxOutputTokens', 'maxToolTurns', 'pools'])

/** Null: it needs no confirmation. */
export function configAct(change: ConfigChange): ProtectedAct | null {
  const words = Object.entries(change).flatMap(([key, value]) => {
    if (value === undefined || value === null || HARMLESS.has(key)) return []
    if (key === 'toolServers') return Object.entries(change.toolServers ?? {}).flatMap(serverWords)
    if (key === 'providers') return Object.entries(change.providers ?? {}).flatMap(providerWords)
    return [typeof value === 'string' ? `set ${key} to ${place(value)}` : `change ${key}`]
  })
  return words.length === 0 ? null : { words: words.join('; '), isAlone: true }
}

type ServerChange = NonNullable<ConfigChange['toolServers']>[string]

function serverWords([name, entry]: [string, ServerChange]): readonly string[] {
  if (entry === null) return []
  if ('url' in entry) return [`connect to the tool server ${name} at ${place(entry.url)}`]
  const variables = Object.keys(entry.env ?? {})
  const environment = variables.length === 0 ? '' : ` with ${variables.join(', ')}`
  return [
    `start the program ${[entry.command, ...(entry.args ?? [])].join(' ')}${environment} as the tool server ${name}`,
  ]
}

type ProviderChange = NonNullable<NonNullable<ConfigChange['providers']>[keyof NonNullable<ConfigChange['providers']>]>

function providerWords([name, { baseUrl }]: [string, ProviderChange]): readonly string[] {
  return typeof baseUrl === 'string' ? [`send the requests to ${name}, with its key, to ${place(baseUrl)}`] : []
}

export function answerAct(answer: ApprovalAnswer): ProtectedAct | null {
  return answer.type.startsWith('allow') ? { words: 'allow what agents ask for', isAlone: false } : null
}

export function ruleAct({ action }: NewApprovalRule): ProtectedAct | null {
  return action === 'deny' ? null : { words: 'change what agents may do without a question', isAlone: false }
}

export const RESTART_ACT: ProtectedAct = { words: 'start a tool server again', isAlone: false }

/** An address without its name, password and query, which may be secrets: the words stand in a terminal or a log. */
function place(text: string): string {
  if (!URL.canParse(text)) return 'something that is no address'
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}
