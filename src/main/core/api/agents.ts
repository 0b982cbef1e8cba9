import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, ok, refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { resolveAttachments } from '../content/attachments.ts'
import { takeOver } from '../commands/take-over.ts'
import { NOTHING } from '../commands/script.ts'
import { viewTranscript } from '../conversation/view-transcript.ts'
import { createRootAgent } from './create-root-agent.ts'

const NO_BACKGROUND = 'Nothing runs in the background.'

/** Agents and their contexts. */
export function createAgentsApi(services: EngineWiring): EngineApi['agents'] {
  const {
    registry,
    hub,
    loop,
    stopper,
    inputs,
    contextOperations,
    folderOperations,
    sandboxes,
    outsideOptions,
    subscriptions,
    reruns,
  } = services
  return {
    create: (request) => createRootAgent(services, request),
    subscribe: ({ agentId, afterId }, signal) => subscriptions.subscribe(agentId, afterId ?? 0, signal),
    history: ({ agentId, beforeId, limit }) => subscriptions.history(agentId, beforeId, limit),
    later: ({ agentId, afterId, limit }) => subscriptions.later(agentId, afterId, limit),
    submit: (request) => inputs.submit(request),
    cancel: ({ agentId }) => stopper.cancel(agentId),
    stop: ({ agentId }) => stopper.stop(agentId),
    retryNow: async ({ agentId }) => ok(loop.retryNow(agentId)),
    resume: async ({ agentId }) => {
      // Otherwise its calls would run.
      if (!(await reruns.canResume(agentId))) return inputs.resume(agentId)
      return mapOk(await reruns.resume(agentId), () => ({ ...NOTHING, turnStarted: true }))
    },
    rewind: ({ agentId, eventId }) => contextOperations.rewind(agentId, eventId),
    discard: ({ agentId, eventId }) => contextOperations.discard(agentId, eventId),
    fork: (request) => inputs.fork(request),
    ask: (request) => inputs.ask(request),
    transcript: async ({ agentId, model }) => {
      const agent = registry.tree.get(agentId)
      if (agent === undefined) return refuse(`No agent: ${agentId}`)
      return viewTranscript(agent, model, services)
    },
    cacheMiss: ({ agentId, eventId }) => services.cacheMisses.view(agentId, eventId),
    rename: async ({ agentId, name }) => {
      const recorded = await hub.record({ agentChanges: [{ id: agentId, name: name.trim() }] })
      return mapOk(recorded, () => null)
    },
    archive: ({ agentIds, archived }) => registry.arrange('archived', agentIds, archived),
    pin: ({ agentIds, pinned }) => registry.arrange('pinned', agentIds, pinned),
    context: ({ agentId }) => contextOperations.ledger(agentId),
    systemPrompt: ({ agentId }) => contextOperations.systemPrompt(agentId),
    marks: ({ agentId }) => contextOperations.marks(agentId),
    options: ({ agentId }) => contextOperations.options(agentId),
    setOptions: ({ agentId, options }) => contextOperations.setOptions(agentId, options),
    setSystemPrompt: ({ agentId, text }) => contextOperations.setSystemPrompt(agentId, text),
    folder: ({ agentId }) => folderOperations.look(agentId),
    setFolder: ({ agentId, folder }) => folderOperations.choose(agentId, folder),
    sandbox: ({ agentId }) => sandboxes.sandboxOf(agentId),
    setSandbox: ({ agentId, level }) => sandboxes.set(agentId, level),
    setOutsideOption: ({ agentId, optionId, value }) =>
      outsideOptions.set(agentId, [optionId, value], services.outside),
    background: async () => (await services.listBackground?.()) ?? ok([]),
    backgroundOutput: async ({ agentId, id }) => services.backgroundWork?.output(agentId, id) ?? refuse(NO_BACKGROUND),
    endBackground: async ({ agentId, id }) =>
      (await services.backgroundWork?.end(agentId, id)) ?? refuse(NO_BACKGROUND),
    restartBackground: async ({ agentId, id }) =>
      (await services.backgroundWork?.restart(agentId, id, (call) =>
        services.approvals.denial('bash', call, agentId),
      )) ?? refuse(NO_BACKGROUND),
    openPort: async ({ shownIn = null, ...request }) =>
      (await services.portPreviews?.open({ ...request, shownIn })) ?? refuse(NO_BACKGROUND),
    takeOver: (request) => takeOver(request, services),
    setWakeOnMail: async ({ agentId, wakes }) => {
      const recorded = await hub.record({ agentChanges: [{ id: agentId, wakeOnMail: wakes }] })
      if (recorded.ok) void services.mailStarter.startOnMail(agentId)
      return mapOk(recorded, () => null)
    },
  }
}

/** Prompts that wait for the end of a turn. */
export function createQueueApi({ queues, sender, content }: EngineWiring): EngineApi['queue'] {
  return {
    change: async ({ agentId, promptId, text, asText, attachments: refs }) => {
      if (refs === undefined) return queues.change(agentId, promptId, { text, asText })
      const attachments = await resolveAttachments(refs, content)
      if (!attachments.ok) return attachments
      return queues.change(agentId, promptId, { text, asText, attachments: attachments.value })
    },
    remove: ({ agentId, promptId }) => queues.remove(agentId, promptId),
    send: ({ agentId, promptId }) => sender.send(agentId, promptId),
    reorder: ({ agentId, promptIds }) => queues.reorder(agentId, promptIds),
  }
}
