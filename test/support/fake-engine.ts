import type { Engine } from '../../src/main/core/engine.ts'
import type { EngineApi } from '../../src/shared/engine-api.ts'
import { FlightRecorder } from '../../src/shared/flight-recorder.ts'
import { ok, refuse } from '../../src/shared/result.ts'

/** Operations that a test implements itself, by group. */
export type EngineOverrides = { readonly [Group in keyof EngineApi]?: Partial<EngineApi[Group]> }

export interface FakeEngine extends Engine {
  /** Every call that was refused, as `[name, input]`. */
  readonly calls: (readonly unknown[])[]
}

/**
 * An engine without a tree. Every operation refuses until a test overrides it; lists are empty, and feeds end at once.
 */
export function createFakeEngine(overrides: EngineOverrides = {}): FakeEngine {
  const calls: (readonly unknown[])[] = []
  const refusing = (name: string) => async (input?: unknown) => {
    calls.push([name, input])
    return refuse(`No ${name} here.`)
  }
  const refusedReruns = {
    start: refusing('reruns.start'),
    resume: refusing('reruns.resume'),
    view: refusing('reruns.view'),
  }
  async function* nothing() {}
  return {
    calls,
    onStrayError: () => null,
    showReopened: () => undefined,
    engine: { subscribe: nothing, ...overrides.engine },
    agents: {
      create: refusing('agents.create'),
      subscribe: nothing,
      history: refusing('agents.history'),
      later: refusing('agents.later'),
      submit: refusing('agents.submit'),
      cancel: refusing('agents.cancel'),
      stop: refusing('agents.stop'),
      retryNow: refusing('agents.retryNow'),
      resume: refusing('agents.resume'),
      rewind: refusing('agents.rewind'),
      discard: refusing('agents.discard'),
      fork: refusing('agents.fork'),
      ask: refusing('agents.ask'),
      transcript: refusing('agents.transcript'),
      rename: refusing('agents.rename'),
      context: refusing('agents.context'),
      systemPrompt: refusing('agents.systemPrompt'),
      marks: refusing('agents.marks'),
      options: refusing('agents.options'),
      setOptions: refusing('agents.setOptions'),
      setSystemPrompt: refusing('agents.setSystemPrompt'),
      folder: refusing('agents.folder'),
      setFolder: refusing('agents.setFolder'),
      takeOver: refusing('agents.takeOver'),
      sandbox: refusing('agents.sandbox'),
      setSandbox: refusing('agents.setSandbox'),
      setOutsideOption: refusing('agents.setOutsideOption'),
      backgroundOutput: refusing('agents.backgroundOutput'),
      endBackground: refusing('agents.endBackground'),
      restartBackground: refusing('agents.restartBackground'),
      archive: refusing('agents.archive'),
      pin: refusing('agents.pin'),
      setWakeOnMail: refusing('agents.setWakeOnMail'),
      ...overrides.agents,
    },
    skills: {
      list: refusing('skills.list'),
      show: refusing('skills.show'),
      set: refusing('skills.set'),
      ...overrides.skills,
    },
    templates: { list: refusing('templates.list'), expand: refusing('templates.expand'), ...overrides.templates },
    instructions: {
      get: refusing('instructions.get'),
      set: refusing('instructions.set'),
      trusted: refusing('instructions.trusted'),
      trust: refusing('instructions.trust'),
      ...overrides.instructions,
    },
    terminals: {
      open: refusing('terminals.open'),
      subscribe: nothing,
      shown: refusing('terminals.shown'),
      write: refusing('terminals.write'),
      resize: refusing('terminals.resize'),
      close: refusing('terminals.close'),
      ...overrides.terminals,
    },
    comparisons: {
      vote: refusing('comparisons.vote'),
      addMerge: refusing('comparisons.addMerge'),
      mergeBranch: refusing('comparisons.mergeBranch'),
      ...overrides.comparisons,
    },
    evaluations: {
      start: refusing('evaluations.start'),
      resume: refusing('evaluations.resume'),
      page: refusing('evaluations.page'),
      view: refusing('evaluations.view'),
      compare: refusing('evaluations.compare'),
      ...overrides.evaluations,
    },
    races: {
      start: refusing('races.start'),
      view: refusing('races.view'),
      resume: refusing('races.resume'),
      stop: refusing('races.stop'),
      adopt: refusing('races.adopt'),
      ...overrides.races,
    },
    reruns: { ...refusedReruns, ...overrides.reruns },
    queue: {
      change: refusing('queue.change'),
      remove: refusing('queue.remove'),
      send: refusing('queue.send'),
      reorder: refusing('queue.reorder'),
      ...overrides.queue,
    },
    log: {
      search: refusing('log.search'),
      export: nothing,
      import: refusing('log.import'),
      importFile: nothing,
      importPiece: refusing('log.importPiece'),
      findSessions: refusing('log.findSessions'),
      importSessions: refusing('log.importSessions'),
      ...overrides.log,
    },
    content: {
      find: refusing('content.find'),
      begin: refusing('content.begin'),
      append: refusing('content.append'),
      finish: refusing('content.finish'),
      discard: refusing('content.discard'),
      read: refusing('content.read'),
      text: refusing('content.text'),
      ...overrides.content,
    },
    folder: {
      files: refusing('folder.files'),
      open: refusing('folder.open'),
      attach: refusing('folder.attach'),
      ...overrides.folder,
    },
    models: {
      list: async () => ({ providers: [], pricesAsOf: null, defaultModel: null }),
      renew: refusing('models.renew'),
      localServers: async () => [],
      outsidePrograms: async () => [],
      ...overrides.models,
    },
    price: { next: refusing('price.next'), ...overrides.price },
    keepWarm: { get: refusing('keepWarm.get'), set: refusing('keepWarm.set'), ...overrides.keepWarm },
    redaction: {
      preview: refusing('redaction.preview'),
      run: refusing('redaction.run'),
      ...overrides.redaction,
    },
    recorder: {
      read: async () => ({ isOn: false, spans: [] }),
      set: refusing('recorder.set'),
      ...overrides.recorder,
    },
    flight: new FlightRecorder(() => 0),
    backups: { run: refusing('backups.run'), ...overrides.backups },
    room: { sizes: refusing('room.sizes'), free: refusing('room.free'), ...overrides.room },
    health: { check: refusing('health.check'), ...overrides.health },
    credentials: {
      list: async () => [],
      plan: async () => ({ place: 'keychain', reason: null }),
      set: refusing('credentials.set'),
      remove: refusing('credentials.remove'),
      test: refusing('credentials.test'),
      ...overrides.credentials,
    },
    approvals: {
      subscribe: nothing,
      answer: refusing('approvals.answer'),
      addRule: refusing('approvals.addRule'),
      revoke: refusing('approvals.revoke'),
      ...overrides.approvals,
    },
    budgets: {
      list: refusing('budgets.list'),
      today: refusing('budgets.today'),
      tree: refusing('budgets.tree'),
      set: refusing('budgets.set'),
      ...overrides.budgets,
    },
    usage: { query: refusing('usage.query'), standing: async () => ok([]), ...overrides.usage },
    changes: {
      list: refusing('changes.list'),
      file: refusing('changes.file'),
      undo: refusing('changes.undo'),
      blame: refusing('changes.blame'),
      worktree: refusing('changes.worktree'),
      removeWorktree: refusing('changes.removeWorktree'),
      pruneWorktrees: refusing('changes.pruneWorktrees'),
      worktreeSetup: refusing('changes.worktreeSetup'),
      confirmWorktreeSetup: refusing('changes.confirmWorktreeSetup'),
      apply: refusing('changes.apply'),
      ...overrides.changes,
    },
    tools: {
      list: async () => ({ tools: [], servers: [] }),
      app: refusing('tools.app'),
      restartServer: refusing('tools.restartServer'),
      signIn: refusing('tools.signIn'),
      signInResult: refusing('tools.signInResult'),
      finishSignIn: refusing('tools.finishSignIn'),
      signOut: refusing('tools.signOut'),
      ...overrides.tools,
    },
    config: {
      get: () => Promise.reject(new Error('No configuration here.')),
      update: refusing('config.update'),
      testDatabase: refusing('config.testDatabase'),
      ...overrides.config,
    },
    settings: {
      get: async () => null,
      set: refusing('settings.set'),
      replace: refusing('settings.replace'),
      ...overrides.settings,
    },
    drafts: {
      get: async () => ({ text: '', asText: false }),
      set: refusing('drafts.set'),
      ...overrides.drafts,
    },
    local: {
      reruns: { ...refusedReruns, subtree: refusing('reruns.subtree') },
      evaluations: {
        open: refusing('evaluations.open'),
        run: refusing('evaluations.run'),
        page: refusing('evaluations.page'),
        view: refusing('evaluations.view'),
        compare: refusing('evaluations.compare'),
      },
      races: {
        create: refusing('races.create'),
        run: refusing('races.run'),
        view: refusing('races.view'),
        onChange: () => () => undefined,
        stop: refusing('races.stop'),
        adopt: refusing('races.adopt'),
      },
      createAgent: refusing('local.createAgent'),
      setSetting: refusing('local.setSetting'),
      exportLines: nothing,
      exportMarkdown: nothing,
      sql: nothing,
      storeFile: refusing('local.storeFile'),
      serverResources: async () => [],
      readServerResource: async () => ok(null),
      importLines: refusing('local.importLines'),
      importForeign: refusing('local.importForeign'),
      findForeign: refusing('local.findForeign'),
    },
    close: async () => [],
  }
}
