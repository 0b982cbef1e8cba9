import { implement, ORPCError } from '@orpc/server'
import { z } from 'zod'

import { contract } from '../../shared/contract.ts'
import type { JsonValue } from '../../shared/json.ts'
import { linesOf } from '../../shared/text-lines.ts'
import type { Engine } from '../core/engine.ts'
import type { Logger } from '../core/ports.ts'
import { answerAct, configAct, confirmed, RESTART_ACT, ruleAct, type Confirmation } from './confirmation.ts'
import { linesToPieces } from './file-pieces.ts'
import { bugReporter } from './report-bug.ts'
import { serveFeed } from './serve-feed.ts'

export type ContractRouter = ReturnType<typeof createContractRouter>

/**
 * The contract, answered by the engine. Knows no transport. Inputs were validated against the contract before a handler
 * sees them; a throw is a bug: logged once with its stack, told to the client as one internal error without it.
 * A feed ends its engine subscription when the client stops reading it, calls it off or goes away.
 */
export function createContractRouter(engine: Engine, logger: Logger) {
  const report = bugReporter(logger)
  const api = createApi(report)
  return api.router({
    ...treeRoutes(api, engine, report),
    ...modelRoutes(api, engine),
    ...toolRoutes(api, engine, report),
    ...keptRoutes(api, engine),
  })
}

type Report = ReturnType<typeof bugReporter>
type Api = ReturnType<typeof createApi>

function createApi(report: Report) {
  return implement(contract)
    .$context<{ readonly confirmation: Confirmation }>()
    .use(async ({ next, path, signal }) => {
      try {
        return await next()
      } catch (error) {
        if (error instanceof ORPCError || signal?.aborted) throw error
        throw report(error, path)
      }
    })
}

/** Agents and what they have said. */
function treeRoutes(api: Api, engine: Engine, report: Report) {
  return {
    engine: {
      subscribe: api.engine.subscribe.handler(({ path, signal }) =>
        serveFeed((stopped) => engine.subscribe(stopped), { signal, report: (error) => report(error, path) }),
      ),
    },
    agents: {
      create: api.agents.create.handler(({ input }) =>
        engine.createAgent({
          ...(input.model === undefined ? {} : { model: input.model }),
          ...(input.name === undefined ? {} : { name: input.name }),
        }),
      ),
      subscribe: api.agents.subscribe.handler(({ input, path, signal }) =>
        serveFeed(
          (stopped) =>
            engine.subscribeAgent(input.agentId, {
              ...(input.afterId === undefined ? {} : { afterId: input.afterId }),
              signal: stopped,
            }),
          { signal, report: (error) => report(error, path) },
        ),
      ),
      history: api.agents.history.handler(({ input }) => engine.history(input.agentId, input.beforeId, input.limit)),
      submit: api.agents.submit.handler(({ input: { agentId, text, ...options } }) =>
        engine.submit(agentId, text, options),
      ),
      cancel: api.agents.cancel.handler(({ input }) => engine.cancel(input.agentId)),
      stop: api.agents.stop.handler(({ input }) => engine.stop(input.agentId)),
      retryNow: api.agents.retryNow.handler(({ input }) => engine.retryNow(input.agentId)),
      resume: api.agents.resume.handler(({ input }) => engine.resume(input.agentId)),
      rewind: api.agents.rewind.handler(({ input }) => engine.rewind(input.agentId, input.eventId)),
      discard: api.agents.discard.handler(({ input }) => engine.discard(input.agentId, input.eventId)),
      fork: api.agents.fork.handler(({ input }) =>
        engine.fork({
          agentId: input.agentId,
          models: input.models,
          ...(input.atEventId === undefined ? {} : { atEventId: input.atEventId }),
          ...(input.mark === undefined ? {} : { mark: input.mark }),
          ...(input.prompt === undefined ? {} : { prompt: input.prompt }),
        }),
      ),
      transcript: api.agents.transcript.handler(({ input }) => engine.transcript(input.agentId, input.model)),
      rename: api.agents.rename.handler(({ input }) => engine.rename(input.agentId, input.name)),
      context: api.agents.context.handler(({ input }) => engine.context(input.agentId)),
      systemPrompt: api.agents.systemPrompt.handler(({ input }) => engine.systemPrompt(input.agentId)),
      marks: api.agents.marks.handler(({ input }) => engine.marks(input.agentId)),
      setSystemPrompt: api.agents.setSystemPrompt.handler(({ input }) =>
        engine.setSystemPrompt(input.agentId, input.text),
      ),
      folder: api.agents.folder.handler(({ input }) => engine.folder(input.agentId)),
      setFolder: api.agents.setFolder.handler(({ input }) => engine.setFolder(input.agentId, input.folder)),
      setWakeOnMail: api.agents.setWakeOnMail.handler(({ input }) => engine.setWakeOnMail(input.agentId, input.wakes)),
    },
    queue: {
      change: api.queue.change.handler(({ input: { agentId, promptId, ...input } }) =>
        engine.changeQueuedPrompt(agentId, promptId, input),
      ),
      remove: api.queue.remove.handler(({ input }) => engine.removeQueuedPrompt(input.agentId, input.promptId)),
      send: api.queue.send.handler(({ input }) => engine.sendQueuedPrompt(input.agentId, input.promptId)),
      reorder: api.queue.reorder.handler(({ input }) => engine.reorderQueuedPrompts(input.agentId, input.promptIds)),
    },
    log: {
      search: api.log.search.handler(({ input: { text, limit, beforeId } }) =>
        engine.search(text, { limit, ...(beforeId === undefined ? {} : { beforeId }) }),
      ),
      export: api.log.export.handler(({ input, path, signal }) =>
        serveFeed(
          () =>
            linesToPieces(
              input.format === 'log' ? engine.exportLog(input.agentId) : engine.exportMarkdown(input.agentId),
            ),
          { signal, report: (error) => report(error, path) },
        ),
      ),
      import: api.log.import.handler(({ input }) => engine.importLog(linesOf([input.text]))),
    },
  }
}

/** Who can be talked to. */
function modelRoutes(api: Api, engine: Engine) {
  return {
    models: {
      list: api.models.list.handler(({ input, signal }) => engine.listModels(input.refresh, signal ?? NEVER)),
      describe: api.models.describe.handler(({ input }) => engine.describeModel(input.model)),
    },
    credentials: {
      list: api.credentials.list.handler(() => engine.listCredentials()),
      set: api.credentials.set.handler(({ input }) => engine.setCredential(input.provider, input.key)),
      remove: api.credentials.remove.handler(({ input }) => engine.removeCredential(input.provider)),
      test: api.credentials.test.handler(({ input, signal }) => engine.testCredential(input.provider, signal ?? NEVER)),
    },
  }
}

/** What agents may do, and how much. */
function toolRoutes(api: Api, engine: Engine, report: Report) {
  return {
    approvals: {
      subscribe: api.approvals.subscribe.handler(({ path, signal }) =>
        serveFeed((stopped) => engine.subscribeApprovals(stopped), { signal, report: (error) => report(error, path) }),
      ),
      answer: api.approvals.answer.handler(({ input, context }) =>
        confirmed(context.confirmation, answerAct(input.answer), () =>
          engine.answerApproval(input.approvalId, input.answer),
        ),
      ),
      rules: api.approvals.rules.handler(() => engine.approvalRules()),
      addRule: api.approvals.addRule.handler(({ input, context }) =>
        confirmed(context.confirmation, ruleAct(input), () => engine.addApprovalRule(input)),
      ),
      revoke: api.approvals.revoke.handler(({ input }) => engine.revokeApprovalRule(input.ruleId)),
    },
    budgets: {
      list: api.budgets.list.handler(() => engine.budgets()),
      set: api.budgets.set.handler(({ input }) => engine.setBudget(input.agentId, input.budget)),
    },
    tools: {
      list: api.tools.list.handler(({ signal }) => engine.listTools(signal ?? NEVER)),
      restartServer: api.tools.restartServer.handler(({ input, context }) =>
        confirmed(context.confirmation, RESTART_ACT, () => engine.restartToolServer(input.name)),
      ),
    },
  }
}

/** What a person has set, and what is half typed. */
function keptRoutes(api: Api, engine: Engine) {
  return {
    config: {
      get: api.config.get.handler(() => engine.configState()),
      update: api.config.update.handler(({ input, context }) =>
        confirmed(context.confirmation, configAct(input), () => engine.updateConfig(input)),
      ),
      testDatabase: api.config.testDatabase.handler(({ input }) => engine.testDatabase(input.url)),
    },
    settings: {
      get: api.settings.get.handler(({ input }) => engine.setting(input.key)),
      set: api.settings.set.handler(({ input }) => engine.setSetting(input.key, parseJson(input.value))),
      replace: api.settings.replace.handler(({ input }) =>
        engine.replaceSetting(input.key, parseJson(input.expected), parseJson(input.value)),
      ),
    },
    confirmation: {
      give: api.confirmation.give.handler(({ input, context }) => context.confirmation.give(input.code)),
    },
    drafts: {
      get: api.drafts.get.handler(({ input }) => engine.draft(input.agentId)),
      set: api.drafts.set.handler(({ input }) =>
        engine.setDraft(input.agentId, { text: input.text, asText: input.asText }),
      ),
    },
  }
}

/** For a caller that can't call off. */
const NEVER = new AbortController().signal

/** The protocol can carry dates and big integers; a setting is stored as JSON. */
function parseJson(value: unknown): JsonValue {
  const parsed = z.json().safeParse(value)
  if (parsed.success) return parsed.data
  throw new ORPCError('BAD_REQUEST', { message: 'A setting must be a JSON value.' })
}
