import type { EngineApi } from '../../../shared/engine-api.ts'
import { apart, arranges, createGate, decides, ends, type GateDependencies, shows } from './home-gate.ts'

type Gate = ReturnType<typeof createGate>

/**
 * Leaves to the home of an agent what would run a program, send a request, or read or change files or settings for it. Every
 * operation is in this table, with what it does for agents of other homes: one that is forgotten does not compile.
 */
export function leaveToHomes(api: EngineApi, dependencies: GateDependencies): EngineApi {
  const gate = createGate(dependencies)
  return {
    ...agentOperations(api, gate),
    ...folderOperations(api, gate),
    ...severalOperations(api, gate),
    ...contentOperations(api),
    ...homeOperations(api),
  }
}

/** What one agent does. */
function agentOperations(
  { agents, queue, drafts, keepWarm, redaction }: EngineApi,
  gate: Gate,
): Pick<EngineApi, 'agents' | 'queue' | 'drafts' | 'keepWarm' | 'redaction'> {
  return {
    agents: {
      create: apart(agents.create),
      subscribe: shows(agents.subscribe),
      history: shows(agents.history),
      later: shows(agents.later),
      submit: decides(agents.submit),
      cancel: ends(agents.cancel),
      stop: ends(agents.stop),
      retryNow: gate.agent(agents.retryNow),
      resume: gate.agent(agents.resume),
      rewind: gate.agent(agents.rewind),
      discard: gate.agent(agents.discard),
      fork: decides(agents.fork),
      ask: gate.agent(agents.ask),
      transcript: shows(agents.transcript),
      rename: arranges(agents.rename),
      archive: arranges(agents.archive),
      pin: arranges(agents.pin),
      context: shows(agents.context),
      systemPrompt: shows(agents.systemPrompt),
      options: shows(agents.options),
      setOptions: gate.agent(agents.setOptions),
      marks: shows(agents.marks),
      setSystemPrompt: gate.agent(agents.setSystemPrompt),
      folder: gate.agent(agents.folder),
      setFolder: gate.agent(agents.setFolder),
      sandbox: gate.agent(agents.sandbox),
      setSandbox: gate.agent(agents.setSandbox),
      setOutsideOption: gate.agent(agents.setOutsideOption),
      backgroundOutput: gate.agent(agents.backgroundOutput),
      endBackground: gate.agent(agents.endBackground),
      restartBackground: gate.agent(agents.restartBackground),
      takeOver: decides(agents.takeOver),
      setWakeOnMail: gate.agent(agents.setWakeOnMail),
    },
    queue: {
      change: decides(queue.change),
      remove: decides(queue.remove),
      send: gate.agent(queue.send),
      reorder: gate.agent(queue.reorder),
    },
    drafts: {
      get: shows(drafts.get),
      set: shows(drafts.set),
    },
    keepWarm: {
      get: shows(keepWarm.get),
      set: gate.agent(keepWarm.set),
    },
    redaction: {
      preview: shows(redaction.preview),
      run: gate.agent(redaction.run),
    },
  }
}

/** Where agents work. */
function folderOperations(
  { folder, changes, terminals, instructions, skills, templates, tools }: EngineApi,
  gate: Gate,
): Pick<EngineApi, 'folder' | 'changes' | 'terminals' | 'instructions' | 'skills' | 'templates' | 'tools'> {
  return {
    folder: {
      files: gate.agent(folder.files),
      open: gate.agent(folder.open),
      attach: gate.agent(folder.attach),
    },
    changes: {
      list: gate.agent(changes.list),
      file: gate.agent(changes.file),
      undo: gate.agent(changes.undo),
      blame: apart(changes.blame),
      worktree: gate.agent(changes.worktree),
      removeWorktree: gate.agent(changes.removeWorktree),
      apply: gate.agent(changes.apply),
    },
    terminals: {
      open: gate.agent(terminals.open),
      subscribe: shows(terminals.subscribe),
      shown: shows(terminals.shown),
      write: gate.agent(terminals.write),
      resize: shows(terminals.resize),
      close: ends(terminals.close),
    },
    instructions: {
      get: gate.agent(instructions.get),
      set: gate.agent(instructions.set),
      trusted: apart(instructions.trusted),
      trust: apart(instructions.trust),
    },
    skills: {
      list: apart(skills.list),
      show: apart(skills.show),
      set: apart(skills.set),
    },
    templates: {
      list: apart(templates.list),
      expand: apart(templates.expand),
    },
    tools: {
      list: apart(tools.list),
      app: gate.agent(tools.app),
      restartServer: apart(tools.restartServer),
      signIn: apart(tools.signIn),
      signInResult: apart(tools.signInResult),
      finishSignIn: apart(tools.finishSignIn),
      signOut: apart(tools.signOut),
    },
  }
}

/** What several agents do together, and what it costs. */
function severalOperations(
  { comparisons, races, reruns, evaluations, usage, budgets, price }: EngineApi,
  gate: Gate,
): Pick<EngineApi, 'comparisons' | 'races' | 'reruns' | 'evaluations' | 'usage' | 'budgets' | 'price'> {
  return {
    comparisons: {
      vote: arranges(comparisons.vote),
      addMerge: gate.agent(comparisons.addMerge),
      mergeBranch: gate.allOf(comparisons.mergeBranch, ({ into, writer }) => [into, writer]),
    },
    races: {
      start: gate.agent(races.start),
      view: shows(races.view),
      resume: gate.allOf(races.resume, ({ raceId }) => [raceId]),
      stop: gate.allOf(races.stop, ({ raceId }) => [raceId]),
      adopt: gate.allOf(races.adopt, ({ raceId }) => [raceId]),
    },
    reruns: {
      start: gate.agent(reruns.start),
      resume: gate.allOf(reruns.resume, ({ rerunId }) => [rerunId]),
      view: shows(reruns.view),
    },
    evaluations: {
      start: apart(evaluations.start),
      resume: gate.allOf(evaluations.resume, ({ evaluationId }) => [evaluationId]),
      view: shows(evaluations.view),
      page: shows(evaluations.page),
      compare: shows(evaluations.compare),
    },
    usage: {
      query: shows(usage.query),
      standing: apart(usage.standing),
    },
    budgets: {
      list: apart(budgets.list),
      today: apart(budgets.today),
      tree: shows(budgets.tree),
      set: gate.agent(budgets.set),
    },
    price: {
      next: shows(price.next),
    },
  }
}

/** The log, and content. */
function contentOperations({
  engine,
  log,
  content,
  backups,
  room,
  health,
  recorder,
}: EngineApi): Pick<EngineApi, 'engine' | 'log' | 'content' | 'backups' | 'room' | 'health' | 'recorder'> {
  return {
    engine: {
      subscribe: shows(engine.subscribe),
    },
    log: {
      search: shows(log.search),
      export: shows(log.export),
      import: apart(log.import),
      importFile: apart(log.importFile),
      importPiece: apart(log.importPiece),
      findSessions: apart(log.findSessions),
      importSessions: apart(log.importSessions),
    },
    content: {
      find: apart(content.find),
      begin: apart(content.begin),
      append: apart(content.append),
      finish: apart(content.finish),
      discard: apart(content.discard),
      read: apart(content.read),
      text: apart(content.text),
    },
    backups: {
      run: apart(backups.run),
    },
    room: {
      sizes: apart(room.sizes),
    },
    health: {
      check: apart(health.check),
    },
    recorder: {
      read: apart(recorder.read),
      set: apart(recorder.set),
    },
  }
}

/** What holds at this home. */
function homeOperations({
  models,
  credentials,
  approvals,
  config,
  settings,
}: EngineApi): Pick<EngineApi, 'models' | 'credentials' | 'approvals' | 'config' | 'settings'> {
  return {
    models: {
      list: apart(models.list),
      renew: apart(models.renew),
      localServers: apart(models.localServers),
      outsidePrograms: apart(models.outsidePrograms),
    },
    credentials: {
      list: apart(credentials.list),
      plan: apart(credentials.plan),
      set: apart(credentials.set),
      remove: apart(credentials.remove),
      test: apart(credentials.test),
    },
    approvals: {
      subscribe: apart(approvals.subscribe),
      answer: apart(approvals.answer),
      addRule: decides(approvals.addRule),
      revoke: apart(approvals.revoke),
    },
    config: {
      get: apart(config.get),
      update: apart(config.update),
      testDatabase: apart(config.testDatabase),
    },
    settings: {
      get: apart(settings.get),
      set: apart(settings.set),
      replace: apart(settings.replace),
    },
  }
}
