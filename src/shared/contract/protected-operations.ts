import type { ApprovalAnswer, NewApprovalRule } from '../approval.ts'
import { isSettingName, type SettingName, SETTINGS } from '../config.ts'
import type { ConfigChange } from '../config-change.ts'
import type { EndpointEntry } from '../endpoints/endpoint-entry.ts'
import { ENDPOINT_PRESETS, isPresetName } from '../endpoints/endpoint-presets.ts'
import { CLOUD_LABELS } from '../endpoints/endpoint-kinds.ts'
import { resolveEndpoint } from '../endpoints/endpoint.ts'
import { shownArguments } from '../hidden-values.ts'
import type { OutsideAgentEntries } from '../outside-agent.ts'
import type { ApprovedPush } from '../publishing.ts'
import { withoutAddressSecrets } from '../remote-address.ts'
import { readAddress } from '../server-address.ts'

/**
 * An operation that starts programs, or changes where keys and messages are sent. Access to the engine alone does not
 * permit it.
 */
export interface ProtectedOperation {
  /** Description of the operation, for the user. */
  readonly description: string
  /**
   * True: every such operation is confirmed separately. False: one confirmation is valid as long as the window is open.
   */
  readonly isAlone: boolean
}

/** All settings that are not harmless need confirmation, and so does resetting them, unless the default gives nothing. */
function isHarmless(key: string): boolean {
  return key === 'pools' || (isSettingName(key) && SETTINGS[key].isHarmless === true)
}

/** Null: no confirmation needed. */
export function configOperation(change: ConfigChange): ProtectedOperation | null {
  const changes = Object.entries(change).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (isHarmless(key)) return []
    if (value === null) return resetText(key)
    if (key === 'renewModelsAtStart' && value === false) return []
    if (key === 'hooks') return [hooksText(change.hooks)]
    if (key === 'profiles') return Object.entries(change.profiles ?? {}).flatMap(profileText)
    if (key === 'toolServers') return Object.entries(change.toolServers ?? {}).flatMap(serverText)
    if (key === 'outsideAgents') return Object.entries(change.outsideAgents ?? {}).map(agentText)
    if (key === 'endpoints') return Object.entries(change.endpoints ?? {}).flatMap(endpointText)
    if (key === 'providers') return Object.entries(change.providers ?? {}).flatMap(providerText)
    if (key === 'editor') return [`start the program ${change.editor} as the editor`]
    if (key === 'sandbox') return [`confine the commands of agents at the level ${change.sandbox}`]
    return [typeof value === 'string' ? `set ${key} to ${place(value)}` : `change ${key}`]
  })
  return changes.length === 0 ? null : { description: changes.join('; '), isAlone: true }
}

/** Settings whose default starts nothing, sends nothing to another place than ikigai itself chose, and raises no limit. */
const NARROWEST_BY_DEFAULT: ReadonlySet<SettingName> = new Set([
  'listenAddress',
  'listenPort',
  'databaseUrl',
  'workspace',
  'proxy',
  'modelCatalogUrl',
  'renewModelsAtStart',
  'toolEnvironment',
  'editor',
  'outsideAgents',
])

/** What is lost when a setting that protects the user is reset. */
const RESETS: Readonly<Partial<Record<SettingName, string>>> = {
  hooks: 'remove all hooks',
  maxCostPerDay: 'remove the limit on what agents cost on one day',
  maxCostPerMonth: 'remove the limit on what agents cost in one month',
  sandbox: 'confine the commands of agents at the default level',
  onlyHosts: 'let ikigai connect to any host',
}

function resetText(key: string): readonly string[] {
  if (!isSettingName(key) || NARROWEST_BY_DEFAULT.has(key)) return []
  return [RESETS[key] ?? `set ${key} to its default`]
}

const HOOK_POINTS = {
  before_tool: 'before tool calls',
  after_tool: 'after tool calls',
  turn_end: 'after turns',
} as const

function hooksText(hooks: ConfigChange['hooks']): string {
  const points = (['before_tool', 'after_tool', 'turn_end'] as const).flatMap((point) =>
    (hooks?.[point] ?? []).map(({ command }) => `${command.join(' ')} ${HOOK_POINTS[point]}`),
  )
  return points.length === 0 ? 'remove all hooks' : `replace all hooks; start ${points.join(', ')}`
}

type ServerChange = NonNullable<ConfigChange['toolServers']>[string]

function serverText([name, entry]: [string, ServerChange]): readonly string[] {
  if (entry === null || entry.disabled === true) return []
  if ('url' in entry) return [`connect to the tool server ${name} at ${place(entry.url)}`]
  const unconfined = entry.sandbox === false ? ' outside the sandbox' : ''
  return [`start ${programText(entry)}${unconfined} as the tool server ${name}`]
}

function agentText([name, agent]: [string, OutsideAgentEntries[string]]): string {
  return `start ${programText(agent)} as the outside agent ${name}`
}

function programText({ command, args = [], env = {} }: ProgramEntry): string {
  const variables = Object.keys(env)
  const environment = variables.length === 0 ? '' : ` with ${variables.join(', ')}`
  return `the program ${[command, ...args].join(' ')}${environment}`
}

interface ProgramEntry {
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Where messages and keys go, and what is started. */
function endpointText([name, entry]: [string, EndpointEntry | null]): readonly string[] {
  // What has its name is found by the key in the environment then.
  if (entry === null) return isFoundByKey(name) ? [`send the requests to ${name} to the service of that name`] : []
  const { baseUrl, tokenCommand, auth, keyVariables } = resolveEndpoint(entry)
  const ownKey = entry.key_env === undefined ? 'with its key' : `with the value of ${keyVariables.join(', ')}`
  const key = auth === null ? ownKey : `with your credentials of ${CLOUD_LABELS[auth]}`
  const program =
    tokenCommand === null ? '' : `; start the program ${shownArguments(tokenCommand).join(' ')} for its tokens`
  const sent = tokenCommand === null ? `, ${key},` : ''
  return [`send requests to the endpoint ${name}${sent} at ${serverPlace(baseUrl ?? '')}${program}`]
}

function isFoundByKey(name: string): boolean {
  return isPresetName(name) && ENDPOINT_PRESETS[name].byVariable === true
}

type ProfileChange = NonNullable<ConfigChange['profiles']>[string]

/** The rules and the level of a profile decide what its agents do without a question. */
function profileText([name, entry]: [string, ProfileChange]): readonly string[] {
  if (entry === null) return []
  const allowed = (entry.rules ?? []).filter(({ action }) => action === 'allow').map(({ tool }) => tool)
  const rules = allowed.length === 0 ? '' : ` that allows ${allowed.join(', ')}`
  const unconfined = entry.sandbox === 'off' ? ' without a sandbox' : ''
  return [`save the profile ${name}${rules}${unconfined}`]
}

type ProviderChange = NonNullable<NonNullable<ConfigChange['providers']>[keyof NonNullable<ConfigChange['providers']>]>

function providerText([name, { baseUrl }]: [string, ProviderChange]): readonly string[] {
  return typeof baseUrl === 'string' ? [`send the requests to ${name}, with its key, to ${serverPlace(baseUrl)}`] : []
}

/** What an outside agent does without a question depends on its settings, above all its mode. */
export function outsideOptionOperation({ optionId }: { readonly optionId: string }): ProtectedOperation | null {
  return optionId === 'model' ? null : { description: 'change a setting of an outside agent', isAlone: false }
}

/** Decides which files the commands of agents can write without a question. */
export const PLACE_OF_WORK: ProtectedOperation = { description: 'change where agents can write', isAlone: false }

export function answerOperation({ answer }: { readonly answer: ApprovalAnswer }): ProtectedOperation | null {
  return answer.type.startsWith('allow') ? { description: 'allow what agents ask for', isAlone: false } : null
}

export function ruleOperation({ action }: NewApprovalRule): ProtectedOperation | null {
  return action === 'deny' ? null : { description: 'change what agents may do without a question', isAlone: false }
}

/** A rule that denies or asks protects the user as long as it is there. */
export const REVOCATION: ProtectedOperation = { description: 'remove a rule about what agents may do', isAlone: false }

export const BUDGET: ProtectedOperation = { description: 'change how much agents may use', isAlone: false }

/** What is sent with another key is seen by its owner. */
export const KEYS: ProtectedOperation = { description: 'change the keys of providers', isAlone: false }

/** They were written with other programs, which kept them from whoever has only a session here. */
export const FOREIGN_SESSIONS: ProtectedOperation = {
  description: 'read the sessions of other tools on this machine',
  isAlone: false,
}

/** The database that is tried is sent the password of the environment. */
export function databaseTestOperation({ url }: { readonly url: string }): ProtectedOperation {
  return { description: `connect to the database at ${place(url)}`, isAlone: false }
}

/** Null: they are switched off, which needs no confirmation. */
export function instructionsOperation({ isOn }: { readonly isOn: boolean }): ProtectedOperation | null {
  return isOn ? { description: 'load instruction files and skills', isAlone: false } : null
}

/** Null: the folder is refused, which needs no confirmation. */
export function trustOperation({ folder, trusts }: { readonly folder: string; readonly trusts: boolean | null }) {
  return trusts === false ? null : { description: `change the trust in the folder ${folder}`, isAlone: false }
}

/** A set-up brings commands, and copies of files that git ignores. */
export function worktreeSetupOperation({ digest }: { readonly digest: string | null }): ProtectedOperation | null {
  return digest === null ? null : { description: 'run the set-up of a project in new worktrees', isAlone: false }
}

export const BACKGROUND: ProtectedOperation = { description: 'restart a command of an agent', isAlone: false }

/** Its pages are then reached by a browser, and what they send reaches a program of an agent. */
export const OPEN_PORT: ProtectedOperation = { description: 'open a port of a command of an agent', isAlone: false }

export const RACE: ProtectedOperation = { description: 'run the test command of a race', isAlone: false }

/** Its file names further files, which models are sent, and test commands. */
export const EVALUATION: ProtectedOperation = { description: 'run the evaluation of a file', isAlone: false }

export const EDITOR: ProtectedOperation = { description: 'open files of agents in the editor', isAlone: false }

/** Each start is confirmed by itself: whoever types into a shell can start any program. */
export const TERMINAL_START: ProtectedOperation = {
  description: 'start a shell in the folder of an agent',
  isAlone: true,
}

export const TERMINAL_USE: ProtectedOperation = {
  description: 'use the shell in the folder of an agent',
  isAlone: false,
}

export const REDACTION: ProtectedOperation = { description: 'remove content from the log for good', isAlone: true }

export const FREE_SPACE: ProtectedOperation = { description: 'free unused space of the database', isAlone: false }

/** It uses the user's accounts at the remotes of repositories. */
export const REMOTES: ProtectedOperation = {
  description: 'reach the remotes of agents with your accounts',
  isAlone: false,
}

/** What others see is confirmed each time, with what and where. */
export function pushOperation({ commit, branch, url, force }: ApprovedPush): ProtectedOperation {
  const description = `${force ? 'replace' : 'push'} ${branch} with commit ${commit.slice(0, 12)} at ${withoutAddressSecrets(url)}`
  return { description, isAlone: true }
}

export function pullRequestOperation({
  branch,
  base,
  url,
}: {
  readonly branch: string
  readonly base: string
  readonly url: string
}): ProtectedOperation {
  return {
    description: `open a pull request of ${branch} into ${base} at ${withoutAddressSecrets(url)}`,
    isAlone: true,
  }
}

export const SIGN_IN: ProtectedOperation = { description: 'sign in to a tool server', isAlone: false }

export const RESTART: ProtectedOperation = { description: 'restart a tool server', isAlone: false }

export const RESTART_APP: ProtectedOperation = {
  description: 'replace ikigai with a newer version and restart it',
  isAlone: true,
}

/** As `place`, of an address that may lack `https://`. */
function serverPlace(text: string): string {
  const read = readAddress(text)
  return place('problem' in read ? text : read.url.href)
}

/**
 * Returns an address without user name, password and query, which may be secrets: the text appears in a terminal or a
 * log.
 */
function place(text: string): string {
  if (!URL.canParse(text)) return 'an invalid address'
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}
