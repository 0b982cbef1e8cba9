import {
  answerOperation,
  BACKGROUND,
  BUDGET,
  configOperation,
  databaseTestOperation,
  EDITOR,
  EVALUATION,
  FOREIGN_SESSIONS,
  FREE_SPACE,
  instructionsOperation,
  KEYS,
  OPEN_PORT,
  outsideOptionOperation,
  PLACE_OF_WORK,
  pullRequestOperation,
  pushOperation,
  RACE,
  REDACTION,
  REMOTES,
  RESTART,
  RESTART_APP,
  REVOCATION,
  ruleOperation,
  SIGN_IN,
  TERMINAL_START,
  TERMINAL_USE,
  trustOperation,
  worktreeSetupOperation,
} from './protected-operations.ts'
import type { AnyConfirmed, AnyProtection, AnyRule, OperationAccess, Protections } from './protection-types.ts'

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
    cacheMiss: ['read', null, SHOWN],
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
    background: ['read', null, APART],
    backgroundOutput: ['read', null, REFUSED],
    endBackground: ['standard', null, REFUSED],
    restartBackground: ['standard', BACKGROUND, REFUSED],
    openPort: ['standard', OPEN_PORT, REFUSED],
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
    answer: ['standard', RACE, { elsewhere: 'refused', agents: ['raceId'], act: 'itself' }],
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
    answer: ['standard', EVALUATION, { elsewhere: 'refused', agents: ['evaluationId'], act: 'itself' }],
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
    map: ['read', null, SHOWN],
    export: ['read', null, SHOWN],
    import: ['standard', null, APART],
    importFile: ['standard', null, APART],
    importPiece: ['standard', null, APART],
    countSessions: ['standard', null, APART],
    findSessions: ['full', FOREIGN_SESSIONS, APART],
    importSessions: ['full', FOREIGN_SESSIONS, APART],
    readSource: ['standard', null, APART],
    sourcePiece: ['standard', null, APART],
    importSource: ['standard', null, APART],
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
    ends: ['read', null, APART],
    renew: ['standard', null, APART],
    localServers: ['standard', null, APART],
    outsidePrograms: ['standard', null, APART],
  },
  endpoints: {
    list: ['full', null, APART],
    setKey: ['full', KEYS, APART],
    try: ['full', null, APART],
  },
  price: { next: ['read', null, SHOWN] },
  keepWarm: {
    get: ['read', null, SHOWN],
    set: ['standard', null, REFUSED_ACT],
  },
  limitReturn: {
    get: ['read', null, SHOWN],
    set: ['standard', null, REFUSED_ACT],
    waits: ['read', null, APART],
  },
  backups: { run: ['standard', null, APART] },
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
    machine: ['full', null, APART],
  },
  updates: {
    state: ['read', null, APART],
    check: ['standard', null, APART],
    install: ['full', RESTART_APP, APART],
    news: ['read', null, APART],
  },
  credentials: {
    list: ['full', null, APART],
    plan: ['full', null, APART],
    set: ['full', KEYS, APART],
    remove: ['full', KEYS, APART],
    test: ['full', null, APART],
  },
  approvals: {
    subscribe: ['read', null, APART],
    answer: ['standard', answerOperation, { elsewhere: 'apart', act: 'itself' }],
    addRule: ['standard', ruleOperation, { elsewhere: 'decided', act: null }],
    revoke: ['full', REVOCATION, APART],
  },
  budgets: {
    list: ['read', null, APART],
    today: ['read', null, APART],
    tree: ['read', null, SHOWN],
    set: ['standard', BUDGET, REFUSED],
  },
  usage: {
    query: ['read', null, SHOWN],
    standing: ['read', null, APART],
  },
  changes: {
    list: ['read', null, REFUSED],
    file: ['read', null, REFUSED],
    comment: ['standard', null, REFUSED_TURN],
    branches: ['read', null, REFUSED],
    undo: ['standard', null, REFUSED],
    blame: ['read', null, APART],
    worktree: ['read', null, REFUSED],
    makeWorktree: ['standard', null, REFUSED],
    removeWorktree: ['standard', null, REFUSED],
    pruneWorktrees: ['standard', null, APART],
    worktreeSetup: ['read', null, APART],
    confirmWorktreeSetup: ['standard', worktreeSetupOperation, APART],
    conflict: ['read', null, REFUSED],
    apply: ['standard', null, REFUSED],
  },
  publishing: {
    commit: ['standard', null, REFUSED],
    plan: ['standard', REMOTES, REFUSED],
    push: ['full', pushOperation, REFUSED_ACT],
    open: ['full', pullRequestOperation, REFUSED_ACT],
    checks: ['standard', REMOTES, REFUSED],
    sendFailures: ['standard', REMOTES, REFUSED_TURN],
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
    testDatabase: ['full', databaseTestOperation, APART],
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
  help: {
    pages: ['read', null, APART],
    page: ['read', null, APART],
    search: ['read', null, APART],
  },
  confirmation: {
    give: ['none', null, APART],
    codes: ['none', null, APART],
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
