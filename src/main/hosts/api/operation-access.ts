import type { TokenScope } from '../../../shared/api-token.ts'
import type { Contract } from '../../../shared/contract.ts'

/**
 * The least scope that an operation needs, or `none`: it is not part of the API. A `standard` operation may need the
 * scope `full` for some inputs: those that a browser has to confirm with a code (hosts/confirmation.ts).
 */
export type OperationAccess = TokenScope | 'none'

type AccessTable = {
  readonly [Group in keyof Contract]: { readonly [Name in keyof Contract[Group]]: OperationAccess }
}

/** Every operation of the contract. A missing one does not compile. */
export const OPERATION_ACCESS: AccessTable = {
  engine: { subscribe: 'read' },
  agents: {
    create: 'standard',
    subscribe: 'read',
    later: 'read',
    history: 'read',
    submit: 'standard',
    cancel: 'standard',
    stop: 'standard',
    retryNow: 'standard',
    resume: 'standard',
    rewind: 'standard',
    discard: 'standard',
    fork: 'standard',
    ask: 'standard',
    transcript: 'read',
    rename: 'standard',
    archive: 'standard',
    pin: 'standard',
    context: 'read',
    systemPrompt: 'read',
    marks: 'read',
    options: 'read',
    setOptions: 'standard',
    setSystemPrompt: 'standard',
    folder: 'read',
    setFolder: 'standard',
    sandbox: 'read',
    setSandbox: 'standard',
    backgroundOutput: 'read',
    endBackground: 'standard',
    restartBackground: 'standard',
    setWakeOnMail: 'standard',
  },
  comparisons: { vote: 'standard', addMerge: 'standard' },
  races: { start: 'standard', view: 'read', resume: 'standard', stop: 'standard', adopt: 'standard' },
  queue: { change: 'standard', remove: 'standard', send: 'standard', reorder: 'standard' },
  // Sessions of other tools are files of the user that ikigai did not make.
  log: { search: 'read', export: 'read', import: 'standard', findSessions: 'full', importSessions: 'full' },
  content: {
    find: 'read',
    begin: 'standard',
    append: 'standard',
    finish: 'standard',
    discard: 'standard',
    read: 'read',
    text: 'read',
  },
  folder: { files: 'read', open: 'standard', attach: 'standard' },
  models: { list: 'standard', renew: 'standard', localServers: 'standard', outsidePrograms: 'standard' },
  price: { next: 'read' },
  keepWarm: { get: 'read', set: 'standard' },
  backups: { run: 'standard' },
  // Whoever sets a key decides which account is charged. The list contains the last characters of keys.
  credentials: { list: 'full', plan: 'full', set: 'full', remove: 'full', test: 'full' },
  // Removing a rule that denies widens what agents may do.
  approvals: { subscribe: 'read', answer: 'standard', addRule: 'standard', revoke: 'full' },
  budgets: { list: 'read', today: 'read', set: 'standard' },
  usage: { query: 'read' },
  changes: {
    list: 'read',
    file: 'read',
    undo: 'standard',
    blame: 'read',
    worktree: 'read',
    removeWorktree: 'standard',
    apply: 'standard',
  },
  // Listing starts tool servers that were not started yet.
  tools: {
    list: 'standard',
    restartServer: 'standard',
    signIn: 'standard',
    signInResult: 'standard',
    finishSignIn: 'full',
    signOut: 'full',
  },
  instructions: { get: 'read', set: 'standard', trusted: 'read', trust: 'standard' },
  skills: { list: 'read', show: 'read', set: 'standard' },
  templates: { list: 'read', expand: 'read' },
  // A shell belongs to a person in a window.
  terminals: { open: 'none', subscribe: 'none', shown: 'none', write: 'none', resize: 'none', close: 'none' },
  // The test connects to any address.
  config: { get: 'read', update: 'standard', testDatabase: 'full' },
  settings: { get: 'read', set: 'standard', replace: 'standard' },
  // These belong to windows in browsers.
  confirmation: { give: 'none' },
  sessions: { list: 'none', end: 'none' },
  drafts: { get: 'read', set: 'standard' },
}

/** Returns the access of an operation by its path in the contract; an unknown one is not part of the API. */
export function accessOf([group = '', name = '']: readonly string[]): OperationAccess {
  const table: Readonly<Record<string, Readonly<Record<string, OperationAccess>>>> = OPERATION_ACCESS
  const operations = Object.hasOwn(table, group) ? table[group] : undefined
  return operations !== undefined && Object.hasOwn(operations, name) ? (operations[name] ?? 'none') : 'none'
}

const RANK = { read: 0, standard: 1, full: 2, none: Infinity } as const

/** Whether a token with the scope may carry out an operation. */
export function permits(scope: TokenScope, needed: OperationAccess): boolean {
  return RANK[scope] >= RANK[needed]
}
