import type { EngineApi } from '../../../shared/engine-api.ts'

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

type RequestOf<Operation> = Operation extends (input: infer Request, ...rest: never[]) => unknown ? Request : never

type OperationRules = {
  readonly [Group in keyof EngineApi]: {
    readonly [Name in keyof EngineApi[Group]]: OperationRule<RequestOf<EngineApi[Group][Name]>>
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
const OPERATION_RULES = {
  engine: { subscribe: SHOWN },
  agents: {
    create: APART,
    subscribe: SHOWN,
    history: SHOWN,
    later: SHOWN,
    submit: DECIDED,
    cancel: ENDED,
    stop: ENDED,
    retryNow: REFUSED,
    resume: REFUSED_TURN,
    rewind: REFUSED_ACT,
    discard: REFUSED_ACT,
    fork: { elsewhere: 'decided', act: 'agentId' },
    ask: REFUSED_ACT,
    transcript: SHOWN,
    rename: ARRANGED,
    archive: ARRANGED,
    pin: ARRANGED,
    context: SHOWN,
    systemPrompt: SHOWN,
    options: SHOWN,
    setOptions: REFUSED_ACT,
    marks: SHOWN,
    setSystemPrompt: REFUSED_ACT,
    folder: REFUSED,
    setFolder: REFUSED,
    sandbox: REFUSED,
    setSandbox: REFUSED,
    setOutsideOption: REFUSED,
    backgroundOutput: REFUSED,
    endBackground: REFUSED,
    restartBackground: REFUSED,
    takeOver: { elsewhere: 'decided', act: null },
    setWakeOnMail: REFUSED_ACT,
  },
  comparisons: {
    vote: ARRANGED,
    addMerge: REFUSED_ACT,
    mergeBranch: { elsewhere: 'refused', agents: ['into', 'writer'], act: 'into' },
  },
  races: {
    start: REFUSED_TURN,
    view: SHOWN,
    resume: { elsewhere: 'refused', agents: ['raceId'], act: 'itself' },
    stop: { elsewhere: 'refused', agents: ['raceId'], act: null },
    adopt: { elsewhere: 'refused', agents: ['raceId'], act: null },
  },
  reruns: {
    start: REFUSED_TURN,
    resume: { elsewhere: 'refused', agents: ['rerunId'], act: 'itself' },
    view: SHOWN,
  },
  evaluations: {
    start: { elsewhere: 'apart', act: 'itself' },
    resume: { elsewhere: 'refused', agents: ['evaluationId'], act: 'itself' },
    view: SHOWN,
    page: SHOWN,
    compare: SHOWN,
  },
  queue: {
    change: { elsewhere: 'decided', act: null },
    remove: { elsewhere: 'decided', act: null },
    send: REFUSED_TURN,
    reorder: REFUSED,
  },
  log: {
    search: SHOWN,
    export: SHOWN,
    import: APART,
    importFile: APART,
    importPiece: APART,
    findSessions: APART,
    importSessions: APART,
  },
  content: { find: APART, begin: APART, append: APART, finish: APART, discard: APART, read: APART, text: APART },
  folder: { files: REFUSED, open: REFUSED, attach: REFUSED },
  models: { list: APART, renew: APART, localServers: APART, outsidePrograms: APART },
  price: { next: SHOWN },
  keepWarm: { get: SHOWN, set: REFUSED_ACT },
  backups: { run: APART },
  redaction: { preview: SHOWN, run: REFUSED },
  room: { sizes: APART, free: APART },
  health: { check: APART },
  credentials: { list: APART, plan: APART, set: APART, remove: APART, test: APART },
  approvals: {
    subscribe: APART,
    answer: { elsewhere: 'apart', act: 'itself' },
    addRule: { elsewhere: 'decided', act: null },
    revoke: APART,
  },
  budgets: { list: APART, today: APART, tree: SHOWN, set: REFUSED },
  usage: { query: SHOWN, standing: APART },
  changes: {
    list: REFUSED,
    file: REFUSED,
    undo: REFUSED,
    blame: APART,
    worktree: REFUSED,
    removeWorktree: REFUSED,
    pruneWorktrees: APART,
    worktreeSetup: APART,
    confirmWorktreeSetup: APART,
    apply: REFUSED,
  },
  tools: {
    list: APART,
    app: REFUSED,
    restartServer: APART,
    signIn: APART,
    signInResult: APART,
    finishSignIn: APART,
    signOut: APART,
  },
  instructions: { get: REFUSED, set: REFUSED, trusted: APART, trust: APART },
  skills: { list: APART, show: APART, set: APART },
  templates: { list: APART, expand: APART },
  terminals: { open: REFUSED, subscribe: SHOWN, shown: SHOWN, write: REFUSED, resize: SHOWN, close: ENDED },
  config: { get: APART, update: APART, testDatabase: APART },
  settings: { get: APART, set: APART, replace: APART },
  recorder: { read: APART, set: APART },
  drafts: { get: SHOWN, set: SHOWN },
} as const satisfies OperationRules

/** A rule of any operation. */
export interface AnyRule {
  readonly elsewhere: 'shown' | 'ended' | 'arranged' | 'decided' | 'refused' | 'apart'
  readonly agents?: readonly string[]
  readonly act: string | null
}

const BY_NAME: ReadonlyMap<string, AnyRule> = new Map(
  Object.entries(OPERATION_RULES).flatMap(([group, rules]) =>
    Object.entries<AnyRule>(rules).map(([name, rule]) => [`${group}.${name}`, rule]),
  ),
)

/** Returns the rule of an operation by its name, such as `agents.submit`. */
export function ruleOfOperation(name: string): AnyRule | undefined {
  return BY_NAME.get(name)
}
