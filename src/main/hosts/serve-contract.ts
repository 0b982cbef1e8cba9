import type { Engine } from '../core/engine.ts'
import type { Logger } from '../core/ports/system-ports.ts'
import { endSessions } from './client-access.ts'
import {
  answerOperation,
  BACKGROUND,
  configOperation,
  EDITOR,
  EVALUATION,
  FREE_SPACE,
  confirmedFeed,
  INSTRUCTIONS_ON,
  outsideOptionOperation,
  PLACE_OF_WORK,
  RACE,
  REDACTION,
  RESTART,
  SIGN_IN,
  ruleOperation,
  TERMINAL_START,
  TERMINAL_USE,
  trustOperation,
} from './confirmation.ts'
import { type Api, bugReporter, call, confirming, createApi, feedsWith, type Report } from './operation-handlers.ts'

export type ContractRouter = ReturnType<typeof createContractRouter>

/**
 * Connects every operation of the contract to the engine's, for any transport. Inputs are validated against the
 * contract before a handler is called. An exception is a bug: it is logged once with its stack, and the client gets an
 * internal error without it.
 */
export function createContractRouter(engine: Engine, logger: Logger) {
  const report = bugReporter(logger)
  const api = createApi(report, engine.flight)
  return api.router({
    ...agentRoutes(api, engine, report),
    ...logRoutes(api, engine, report),
    ...settingRoutes(api, engine, report),
    ...storedRoutes(api, engine),
    ...severalRoutes(api, engine),
    ...folderRoutes(api, engine),
    ...terminalRoutes(api, engine, report),
  })
}

/** Operations on several answers to the same prompts. */
function severalRoutes(api: Api, { comparisons, evaluations, races, reruns }: Engine) {
  return {
    comparisons: {
      vote: api.comparisons.vote.handler(call(comparisons.vote)),
      addMerge: api.comparisons.addMerge.handler(call(comparisons.addMerge)),
      mergeBranch: api.comparisons.mergeBranch.handler(call(comparisons.mergeBranch)),
    },
    evaluations: {
      start: api.evaluations.start.handler(confirming(() => EVALUATION, evaluations.start)),
      resume: api.evaluations.resume.handler(confirming(() => EVALUATION, evaluations.resume)),
      view: api.evaluations.view.handler(call(evaluations.view)),
      page: api.evaluations.page.handler(call(evaluations.page)),
      compare: api.evaluations.compare.handler(call(evaluations.compare)),
    },
    races: {
      start: api.races.start.handler(confirming(() => RACE, races.start)),
      view: api.races.view.handler(call(races.view)),
      resume: api.races.resume.handler(confirming(() => RACE, races.resume)),
      stop: api.races.stop.handler(call(races.stop)),
      adopt: api.races.adopt.handler(call(races.adopt)),
    },
    reruns: {
      start: api.reruns.start.handler(call(reruns.start)),
      resume: api.reruns.resume.handler(call(reruns.resume)),
      view: api.reruns.view.handler(call(reruns.view)),
    },
  }
}

/** Operations on the tree and the agents. */
function agentRoutes(api: Api, engine: Engine, report: Report) {
  const { agents, queue, content, changes, flight } = engine
  const feed = feedsWith(report, flight)
  return {
    engine: { subscribe: api.engine.subscribe.handler(feed(engine.engine.subscribe)) },
    agents: {
      create: api.agents.create.handler(call(agents.create)),
      subscribe: api.agents.subscribe.handler(feed(agents.subscribe)),
      later: api.agents.later.handler(call(agents.later)),
      history: api.agents.history.handler(call(agents.history)),
      submit: api.agents.submit.handler(call(agents.submit)),
      cancel: api.agents.cancel.handler(call(agents.cancel)),
      stop: api.agents.stop.handler(call(agents.stop)),
      retryNow: api.agents.retryNow.handler(call(agents.retryNow)),
      resume: api.agents.resume.handler(call(agents.resume)),
      rewind: api.agents.rewind.handler(call(agents.rewind)),
      discard: api.agents.discard.handler(call(agents.discard)),
      fork: api.agents.fork.handler(call(agents.fork)),
      ask: api.agents.ask.handler(call(agents.ask)),
      transcript: api.agents.transcript.handler(call(agents.transcript)),
      rename: api.agents.rename.handler(call(agents.rename)),
      archive: api.agents.archive.handler(call(agents.archive)),
      pin: api.agents.pin.handler(call(agents.pin)),
      context: api.agents.context.handler(call(agents.context)),
      systemPrompt: api.agents.systemPrompt.handler(call(agents.systemPrompt)),
      marks: api.agents.marks.handler(call(agents.marks)),
      options: api.agents.options.handler(call(agents.options)),
      setOptions: api.agents.setOptions.handler(call(agents.setOptions)),
      setSystemPrompt: api.agents.setSystemPrompt.handler(call(agents.setSystemPrompt)),
      folder: api.agents.folder.handler(call(agents.folder)),
      takeOver: api.agents.takeOver.handler(confirming(() => PLACE_OF_WORK, agents.takeOver)),
      setFolder: api.agents.setFolder.handler(confirming(() => PLACE_OF_WORK, agents.setFolder)),
      sandbox: api.agents.sandbox.handler(call(agents.sandbox)),
      setSandbox: api.agents.setSandbox.handler(confirming(() => PLACE_OF_WORK, agents.setSandbox)),
      setOutsideOption: api.agents.setOutsideOption.handler(
        confirming(outsideOptionOperation, agents.setOutsideOption),
      ),
      backgroundOutput: api.agents.backgroundOutput.handler(call(agents.backgroundOutput)),
      endBackground: api.agents.endBackground.handler(call(agents.endBackground)),
      restartBackground: api.agents.restartBackground.handler(confirming(() => BACKGROUND, agents.restartBackground)),
      setWakeOnMail: api.agents.setWakeOnMail.handler(call(agents.setWakeOnMail)),
    },
    queue: {
      change: api.queue.change.handler(call(queue.change)),
      remove: api.queue.remove.handler(call(queue.remove)),
      send: api.queue.send.handler(call(queue.send)),
      reorder: api.queue.reorder.handler(call(queue.reorder)),
    },
    changes: {
      list: api.changes.list.handler(call(changes.list)),
      file: api.changes.file.handler(call(changes.file)),
      undo: api.changes.undo.handler(call(changes.undo)),
      blame: api.changes.blame.handler(call(changes.blame)),
      worktree: api.changes.worktree.handler(call(changes.worktree)),
      removeWorktree: api.changes.removeWorktree.handler(call(changes.removeWorktree)),
      pruneWorktrees: api.changes.pruneWorktrees.handler(call(changes.pruneWorktrees)),
      worktreeSetup: api.changes.worktreeSetup.handler(call(changes.worktreeSetup)),
      confirmWorktreeSetup: api.changes.confirmWorktreeSetup.handler(call(changes.confirmWorktreeSetup)),
      apply: api.changes.apply.handler(call(changes.apply)),
    },
    content: {
      find: api.content.find.handler(call(content.find)),
      begin: api.content.begin.handler(call(content.begin)),
      append: api.content.append.handler(call(content.append)),
      finish: api.content.finish.handler(call(content.finish)),
      discard: api.content.discard.handler(call(content.discard)),
      read: api.content.read.handler(call(content.read)),
      text: api.content.text.handler(call(content.text)),
    },
  }
}

/** Operations on the whole log. */
function logRoutes(api: Api, { log, redaction, backups, room, health, flight }: Engine, report: Report) {
  return {
    backups: { run: api.backups.run.handler(call(backups.run)) },
    room: {
      sizes: api.room.sizes.handler(call(room.sizes)),
      free: api.room.free.handler(confirming(() => FREE_SPACE, room.free)),
    },
    health: { check: api.health.check.handler(call(health.check)) },
    redaction: {
      preview: api.redaction.preview.handler(call(redaction.preview)),
      run: api.redaction.run.handler(confirming(() => REDACTION, redaction.run)),
    },
    log: {
      search: api.log.search.handler(call(log.search)),
      export: api.log.export.handler(feedsWith(report, flight)(log.export)),
      import: api.log.import.handler(call(log.import)),
      importFile: api.log.importFile.handler(feedsWith(report, flight)(log.importFile)),
      importPiece: api.log.importPiece.handler(call(log.importPiece)),
      findSessions: api.log.findSessions.handler(call(log.findSessions)),
      importSessions: api.log.importSessions.handler(call(log.importSessions)),
    },
  }
}

/** Operations on what folders contain for agents. */
function folderRoutes(api: Api, { folder, instructions, skills, templates }: Engine) {
  return {
    folder: {
      files: api.folder.files.handler(call(folder.files)),
      open: api.folder.open.handler(confirming(() => EDITOR, folder.open)),
      attach: api.folder.attach.handler(call(folder.attach)),
    },
    templates: {
      list: api.templates.list.handler(call(templates.list)),
      expand: api.templates.expand.handler(call(templates.expand)),
    },
    skills: {
      list: api.skills.list.handler(call(skills.list)),
      show: api.skills.show.handler(call(skills.show)),
      set: api.skills.set.handler(confirming(({ isOn }) => (isOn ? INSTRUCTIONS_ON : null), skills.set)),
    },
    instructions: {
      get: api.instructions.get.handler(call(instructions.get)),
      set: api.instructions.set.handler(confirming(({ isOn }) => (isOn ? INSTRUCTIONS_ON : null), instructions.set)),
      trusted: api.instructions.trusted.handler(call(instructions.trusted)),
      trust: api.instructions.trust.handler(confirming(trustOperation, instructions.trust)),
    },
  }
}

/** The user's shells. A session alone neither starts nor reads nor writes one. */
function terminalRoutes(api: Api, { terminals, flight }: Engine, report: Report) {
  const feed = feedsWith(report, flight)
  return {
    terminals: {
      open: api.terminals.open.handler(confirming(() => TERMINAL_START, terminals.open)),
      subscribe: api.terminals.subscribe.handler((call) =>
        confirmedFeed(call.context.confirmation, TERMINAL_USE, () => feed(terminals.subscribe)(call)),
      ),
      shown: api.terminals.shown.handler(confirming(() => TERMINAL_USE, terminals.shown)),
      write: api.terminals.write.handler(confirming(() => TERMINAL_USE, terminals.write)),
      resize: api.terminals.resize.handler(confirming(() => TERMINAL_USE, terminals.resize)),
      close: api.terminals.close.handler(confirming(() => TERMINAL_USE, terminals.close)),
    },
  }
}

/** Operations on models, tools, limits and the configuration. */
function settingRoutes(api: Api, engine: Engine, report: Report) {
  const { models, price, keepWarm, credentials, approvals, budgets, usage, tools, flight } = engine
  const feed = feedsWith(report, flight)
  return {
    models: {
      list: api.models.list.handler(call(models.list)),
      renew: api.models.renew.handler(call(models.renew)),
      localServers: api.models.localServers.handler(call(models.localServers)),
      outsidePrograms: api.models.outsidePrograms.handler(call(models.outsidePrograms)),
    },
    price: { next: api.price.next.handler(call(price.next)) },
    keepWarm: {
      get: api.keepWarm.get.handler(call(keepWarm.get)),
      set: api.keepWarm.set.handler(call(keepWarm.set)),
    },
    credentials: {
      list: api.credentials.list.handler(call(credentials.list)),
      plan: api.credentials.plan.handler(call(credentials.plan)),
      set: api.credentials.set.handler(call(credentials.set)),
      remove: api.credentials.remove.handler(call(credentials.remove)),
      test: api.credentials.test.handler(call(credentials.test)),
    },
    approvals: {
      subscribe: api.approvals.subscribe.handler(feed(approvals.subscribe)),
      answer: api.approvals.answer.handler(confirming(({ answer }) => answerOperation(answer), approvals.answer)),
      addRule: api.approvals.addRule.handler(confirming(ruleOperation, approvals.addRule)),
      revoke: api.approvals.revoke.handler(call(approvals.revoke)),
    },
    budgets: {
      list: api.budgets.list.handler(call(budgets.list)),
      today: api.budgets.today.handler(call(budgets.today)),
      tree: api.budgets.tree.handler(call(budgets.tree)),
      set: api.budgets.set.handler(call(budgets.set)),
    },
    usage: {
      query: api.usage.query.handler(call(usage.query)),
      standing: api.usage.standing.handler(call(usage.standing)),
    },
    tools: {
      list: api.tools.list.handler(call(tools.list)),
      app: api.tools.app.handler(call(tools.app)),
      restartServer: api.tools.restartServer.handler(confirming(() => RESTART, tools.restartServer)),
      signIn: api.tools.signIn.handler(confirming(() => SIGN_IN, tools.signIn)),
      signInResult: api.tools.signInResult.handler(call(tools.signInResult)),
      finishSignIn: api.tools.finishSignIn.handler(call(tools.finishSignIn)),
      signOut: api.tools.signOut.handler(call(tools.signOut)),
    },
  }
}

/** Operations on what is stored about the engine and its windows, and on who uses it. */
function storedRoutes(api: Api, { config, settings, drafts, recorder }: Engine) {
  return {
    config: {
      get: api.config.get.handler(call(config.get)),
      update: api.config.update.handler(confirming(configOperation, config.update)),
      testDatabase: api.config.testDatabase.handler(call(config.testDatabase)),
    },
    settings: {
      get: api.settings.get.handler(call(settings.get)),
      set: api.settings.set.handler(call(settings.set)),
      replace: api.settings.replace.handler(call(settings.replace)),
    },
    drafts: {
      get: api.drafts.get.handler(call(drafts.get)),
      set: api.drafts.set.handler(call(drafts.set)),
    },
    recorder: {
      read: api.recorder.read.handler(call(recorder.read)),
      set: api.recorder.set.handler(call(recorder.set)),
    },
    confirmation: {
      give: api.confirmation.give.handler(({ input, context }) => context.confirmation.give(input.code)),
    },
    sessions: {
      list: api.sessions.list.handler(({ context }) => context.sessions.list()),
      end: api.sessions.end.handler(({ input, context }) => endSessions(context, input.id)),
    },
  }
}
