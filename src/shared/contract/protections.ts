import type { TokenScope } from '../api-token.ts'
import type { Contract } from '../contract.ts'
import type { OperationInput } from '../engine-api.ts'
import {
  answerOperation,
  BACKGROUND,
  configOperation,
  EDITOR,
  EVALUATION,
  FREE_SPACE,
  instructionsOperation,
  outsideOptionOperation,
  PLACE_OF_WORK,
  type ProtectedOperation,
  RACE,
  REDACTION,
  RESTART,
  ruleOperation,
  SIGN_IN,
  TERMINAL_START,
  TERMINAL_USE,
  trustOperation,
  worktreeSetupOperation,
} from './protected-operations.ts'

/**
 * The least scope of a token that may use an operation of the HTTP API, or `none`: it is not part of the API. A
 * `standard` operation may need the scope `full` for some inputs: those that a browser has to confirm with a code.
 */
export type OperationAccess = TokenScope | 'none'

/**
 * What the user confirms outside the reach of the client before the operation is carried out; a function: it depends on
 * the input, and null needs no confirmation. `itself`: the operation asks, because it depends on more than its input.
 */
type Confirmed<Request> = ProtectedOperation | ((input: Request) => ProtectedOperation | null) | 'itself' | null

/** The names of the fields of an input that name agents. */
type AgentField<Request> = Extract<keyof Request, 'agentId' | 'raceId' | 'rerunId' | 'evaluationId' | 'into' | 'writer'>

/**
 * Whether it is an act of a user, after which the limits of a tree count anew. A field: in the tree of the agent that it
 * names. `itself`: what carries it out counts it, because only a part of what can be given is one, or because it begins a
 * turn. Null: it is none, because it only looks, arranges the tree, changes settings or ends work.
 */
type Act<Request> = AgentField<Request> | 'itself' | null

/** What an operation does for an agent of another home, and whether it is an act of a user. */
type OperationRule<Request> =
  /**
   * `shown`: it shows the log, or what is known of the tree. `ended`: it ends work. `arranged`: it arranges the tree, which
   * all homes share. `decided`: it decides for itself what is left to the agent's home.
   */
  | { readonly elsewhere: 'shown' | 'ended' | 'arranged' | 'decided'; readonly act: Act<Request> }
  /** It is refused for an agent of another home, which these fields name. */
  | { readonly elsewhere: 'refused'; readonly agents: readonly AgentField<Request>[]; readonly act: Act<Request> }
  | ApartRule<Request>

/** It is about this home, or about content without an agent. An operation whose input names an agent cannot be. */
type ApartRule<Request> = Request extends { readonly agentId: unknown } | { readonly agentIds: unknown }
  ? never
  : { readonly elsewhere: 'apart'; readonly act: Act<Request> }

/** Who may use an operation, what the user confirms for it, and at which home of an agent it is carried out. */
type Protection<Request> = readonly [
  access: OperationAccess,
  confirmed: Confirmed<Request>,
  rule: OperationRule<Request>,
]

type Protections = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Protection<OperationInput<Contract[Group][Name]>>
  }
}

const SHOWN = { elsewhere: 'shown', act: null } as const
const ENDED = { elsewhere: 'ended', act: null } as const
const ARRANGED = { elsewhere: 'arranged', act: null } as const
const DECIDED = { elsewhere: 'decided', act: 'itself' } as const
const APART = { elsewhere: 'apart', act: null } as const
/** What runs a program, sends a request, or reads or changes files or settings for an agent. */
const REFUSED = { elsewhere: 'refused', agents: ['agentId'], act: null } as const
const REFUSED_ACT = { ...REFUSED, act: 'agentId' } as const
const REFUSED_TURN = { ...REFUSED, act: 'itself' } as const

/** Every operation of the contract: one that is forgotten does not compile. */
const PROTECTIONS = {
  engine: {
    subscribe: ['read', null, SHOWN],
  },
  agents: {
    create: ['standard', null, APART],
    subscribe: ['read', null, SHOWN],
    history: ['read', null, SHOWN],
    later: ['read', null, SHOWN],
    submit: ['standard', null, DECIDED],
    cancel: ['standard', null, ENDED],
    stop: ['standard', null, ENDED],
    retryNow: ['standard', null, REFUSED],
    resume: ['standard', null, REFUSED_TURN],
    rewind: ['standard', null, REFUSED_ACT],
    discard: ['standard', null, REFUSED_ACT],
    fork: ['standard', null, { elsewhere: 'decided', act: 'agentId' }],
    ask: ['standard', null, REFUSED_ACT],
    transcript: ['read', null, SHOWN],
    rename: ['standard', null, ARRANGED],
    archive: ['standard', null, ARRANGED],
    pin: ['standard', null, ARRANGED],
    context: ['read', null, SHOWN],
    systemPrompt: ['read', null, SHOWN],
    options: ['read', null, SHOWN],
    setOptions: ['standard', null, REFUSED_ACT],
    marks: ['read', null, SHOWN],
    setSystemPrompt: ['standard', null, REFUSED_ACT],
    folder: ['read', null, REFUSED],
    setFolder: ['standard', PLACE_OF_WORK, REFUSED],
    sandbox: ['read', null, REFUSED],
    setSandbox: ['standard', PLACE_OF_WORK, REFUSED],
    setOutsideOption: ['standard', outsideOptionOperation, REFUSED],
    backgroundOutput: ['read', null, REFUSED],
    endBackground: ['standard', null, REFUSED],
    restartBackground: ['standard', BACKGROUND, REFUSED],
    takeOver: ['standard', PLACE_OF_WORK, { elsewhere: 'decided', act: null }],
    setWakeOnMail: ['standard', null, REFUSED_ACT],
  },
  comparisons: {
    vote: ['standard', null, ARRANGED],
    addMerge: ['standard', null, REFUSED_ACT],
    mergeBranch: ['standard', null, { elsewhere: 'refused', agents: ['into', 'writer'], act: 'into' }],
  },
  races: {
    start: ['standard', RACE, REFUSED_TURN],
    view: ['read', null, SHOWN],
    resume: ['standard', RACE, { elsewhere: 'refused', agents: ['raceId'], act: 'itself' }],
    stop: ['standard', null, { elsewhere: 'refused', agents: ['raceId'], act: null }],
    adopt: ['standard', null, { elsewhere: 'refused', agents: ['raceId'], act: null }],
  },
  reruns: {
    start: ['standard', null, REFUSED_TURN],
    resume: ['standard', null, { elsewhere: 'refused', agents: ['rerunId'], act: 'itself' }],
    view: ['read', null, SHOWN],
  },
  evaluations: {
    start: ['standard', EVALUATION, { elsewhere: 'apart', act: 'itself' }],
    resume: ['standard', EVALUATION, { elsewhere: 'refused', agents: ['evaluationId'], act: 'itself' }],
    view: ['read', null, SHOWN],
    page: ['read', null, SHOWN],
    compare: ['read', null, SHOWN],
  },
  queue: {
    change: ['standard', null, { elsewhere: 'decided', act: null }],
    remove: ['standard', null, { elsewhere: 'decided', act: null }],
    send: ['standard', null, REFUSED_TURN],
    reorder: ['standard', null, REFUSED],
  },
  log: {
    search: ['read', null, SHOWN],
    export: ['read', null, SHOWN],
    import: ['standard', null, APART],
    importFile: ['standard', null, APART],
    importPiece: ['standard', null, APART],
    findSessions: ['full', null, APART],
    importSessions: ['full', null, APART],
  },
  content: {
    find: ['read', null, APART],
    begin: ['standard', null, APART],
    append: ['standard', null, APART],
    finish: ['standard', null, APART],
    discard: ['standard', null, APART],
    read: ['read', null, APART],
    text: ['read', null, APART],
  },
  folder: {
    files: ['read', null, REFUSED],
    open: ['standard', EDITOR, REFUSED],
    attach: ['standard', null, REFUSED],
  },
  models: {
    list: ['standard', null, APART],
    renew: ['standard', null, APART],
    localServers: ['standard', null, APART],
    outsidePrograms: ['standard', null, APART],
  },
  price: {
    next: ['read', null, SHOWN],
  },
  keepWarm: {
    get: ['read', null, SHOWN],
    set: ['standard', null, REFUSED_ACT],
  },
  backups: {
    run: ['standard', null, APART],
  },
  redaction: {
    preview: ['read', null, SHOWN],
    run: ['full', REDACTION, REFUSED],
  },
  room: {
    sizes: ['read', null, APART],
    free: ['full', FREE_SPACE, APART],
  },
  health: {
    check: ['standard', null, APART],
  },
  credentials: {
    list: ['full', null, APART],
    plan: ['full', null, APART],
    set: ['full', null, APART],
    remove: ['full', null, APART],
    test: ['full', null, APART],
  },
  approvals: {
    subscribe: ['read', null, APART],
    answer: ['standard', answerOperation, { elsewhere: 'apart', act: 'itself' }],
    addRule: ['standard', ruleOperation, { elsewhere: 'decided', act: null }],
    revoke: ['full', null, APART],
  },
  budgets: {
    list: ['read', null, APART],
    today: ['read', null, APART],
    tree: ['read', null, SHOWN],
    set: ['standard', null, REFUSED],
  },
  usage: {
    query: ['read', null, SHOWN],
    standing: ['read', null, APART],
  },
  changes: {
    list: ['read', null, REFUSED],
    file: ['read', null, REFUSED],
    undo: ['standard', null, REFUSED],
    blame: ['read', null, APART],
    worktree: ['read', null, REFUSED],
    removeWorktree: ['standard', null, REFUSED],
    pruneWorktrees: ['standard', null, APART],
    worktreeSetup: ['read', null, APART],
    confirmWorktreeSetup: ['standard', worktreeSetupOperation, APART],
    apply: ['standard', null, REFUSED],
  },
  tools: {
    list: ['standard', null, APART],
    app: ['standard', null, REFUSED],
    restartServer: ['standard', RESTART, APART],
    signIn: ['standard', SIGN_IN, APART],
    signInResult: ['standard', null, APART],
    finishSignIn: ['full', null, APART],
    signOut: ['full', null, APART],
  },
  instructions: {
    get: ['read', null, REFUSED],
    set: ['standard', instructionsOperation, REFUSED],
    trusted: ['read', null, APART],
    trust: ['standard', trustOperation, APART],
  },
  skills: {
    list: ['read', null, APART],
    show: ['read', null, APART],
    set: ['standard', instructionsOperation, APART],
  },
  templates: {
    list: ['read', null, APART],
    expand: ['read', null, APART],
  },
  terminals: {
    open: ['none', TERMINAL_START, REFUSED],
    subscribe: ['none', TERMINAL_USE, SHOWN],
    shown: ['none', TERMINAL_USE, SHOWN],
    write: ['none', TERMINAL_USE, REFUSED],
    resize: ['none', TERMINAL_USE, SHOWN],
    close: ['none', TERMINAL_USE, ENDED],
  },
  config: {
    get: ['read', null, APART],
    update: ['standard', configOperation, APART],
    testDatabase: ['full', null, APART],
  },
  settings: {
    get: ['read', null, APART],
    set: ['standard', null, APART],
    replace: ['standard', null, APART],
  },
  recorder: {
    read: ['read', null, APART],
    set: ['standard', null, APART],
  },
  confirmation: {
    give: ['none', null, APART],
  },
  sessions: {
    list: ['none', null, APART],
    end: ['none', 'itself', APART],
  },
  drafts: {
    get: ['read', null, SHOWN],
    set: ['standard', null, SHOWN],
  },
} as const satisfies Protections

/** The protection of any operation. */
export interface AnyProtection {
  readonly access: OperationAccess
  readonly confirmed: AnyConfirmed
  readonly rule: AnyRule
}

/** The rule of any operation. */
export interface AnyRule {
  readonly elsewhere: 'shown' | 'ended' | 'arranged' | 'decided' | 'refused' | 'apart'
  readonly agents?: readonly string[]
  readonly act: string | null
}

/** A method, so that it stands for each function of the table, which takes the input of its own operation. */
interface ByInput {
  confirmed(input: unknown): ProtectedOperation | null
}
type AnyConfirmed = ProtectedOperation | ByInput['confirmed'] | 'itself' | null

const BY_NAME: ReadonlyMap<string, AnyProtection> = new Map(
  Object.entries(PROTECTIONS).flatMap(([group, rows]) =>
    Object.entries<readonly [OperationAccess, AnyConfirmed, AnyRule]>(rows).map(
      ([name, [access, confirmed, rule]]) => [`${group}.${name}`, { access, confirmed, rule }] as const,
    ),
  ),
)

/** Returns the protection of an operation by its name, such as `agents.submit`; undefined: there is no such operation. */
export function protectionOf(name: string): AnyProtection | undefined {
  return BY_NAME.get(name)
}
